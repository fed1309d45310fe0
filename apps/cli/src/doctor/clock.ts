/** Compares this machine's clock with another one. */
import { type Finding, findingsOf } from './finding.js';

/** An HTTP date has seconds only, and an answer takes time. */
const TOLERATED_MS = 3_000;
/** Documents of midnight get the date of another day, and codes of two factors fail. */
const WRONG_MS = 30_000;

const { well, warning, fault } = findingsOf('Reloj');
const REMEDY = 'Activa la sincronización: timedatectl set-ntp true';

/**
 * @param whose as 'de PostgreSQL'
 * @param asked when the other clock was read, by this machine's clock
 */
export function clockFinding(whose: string, other: Date, asked: Date): Finding {
  const ahead = asked.getTime() - other.getTime();
  const apart = Math.abs(ahead);
  if (apart <= TOLERATED_MS) return well(`el de esta máquina y el ${whose} coinciden`);
  const text =
    `el de esta máquina va ${Math.round(apart / 1_000)} s ` +
    `${ahead > 0 ? 'adelantado al' : 'atrasado del'} ${whose}`;
  return apart > WRONG_MS ? fault(text, REMEDY) : warning(text, REMEDY);
}
