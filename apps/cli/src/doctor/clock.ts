/** Compares this machine's clock with another one. */
import { CLOCKS_APART_MS, clockText } from '@rafaga/runtime/clocks';
import { type Finding, findingsOf } from './finding.js';

/** An HTTP date has seconds only, and an answer takes time. */
const TOLERATED_MS = 3_000;

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
  const text = `el ${clockText(ahead, whose)}`;
  return apart > CLOCKS_APART_MS ? fault(text, REMEDY) : warning(text, REMEDY);
}
