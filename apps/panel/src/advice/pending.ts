/** The advice for a document that waits for a worker, for SUNAT or for its turn. Pure. */
import type { PendingEmission, WaitClass } from '@rafaga/db';
import { plainError } from '@rafaga/operations';
import { clock, day, moment } from '../html/formats.js';
import { codeSays } from './codeWords.js';
import type { Advice, Surroundings } from './sentences.js';
import { deadlineSentence, forOperators, isLate, NOT_TWICE, quoted } from './sentences.js';
import { stopOf } from './stops.js';

export function adviseOnPending(emission: PendingEmission, around: Surroundings): Advice {
  const happened = whatHappened(emission);
  if (emission.held)
    return {
      happened,
      next: 'Un procesador lo tiene en este momento.',
      you: 'Espera unos segundos: esta página se actualiza sola.',
    };
  const stop = stopOf(emission, around);
  const next = stop ? `Por ahora ${stop.next}` : nextStep(emission, around);
  const you = stop ? forOperators(stop.steps, around) : whatToDo(emission, around);
  const late = isLate(emission.deadline, around);
  return {
    happened,
    next: [next, attempts(emission), deadlineSentence(emission.deadline, around)]
      .filter(Boolean)
      .join(' '),
    you: late ? `${you} ${LATE}` : you,
  };
}

const LATE =
  'Con el plazo vencido, mira en SOL si SUNAT lo tiene antes de dar la venta por declarada.';

type Stage = Exclude<PendingEmission['stage'], 'review'>;
const STAGES: Readonly<Record<Stage, string>> = {
  recorded: 'Se registró con su número y todavía no se firma.',
  signed: 'Se firmó y todavía no se envía a SUNAT: su XML y su PDF ya existen.',
  sending: 'Se envió a SUNAT y aún no se conoce su respuesta.',
};

const NOT_RECEIVED = 'Se envió y SUNAT no lo recibió: se enviará otra vez.';

/** Of a pause the stage says more: an operator's is no fault, and what is signed can be printed. */
const WAITS: Readonly<Record<Exclude<WaitClass, 'paused'>, string>> = {
  unreachable: 'No se llega a SUNAT: el comprobante está guardado.',
  unknown: 'Se envió a SUNAT y la respuesta no llegó: no se sabe si lo tiene.',
  unavailable: 'SUNAT contestó que no puede atender ahora.',
  throttled: 'SUNAT pidió ir más despacio.',
  in_process: 'SUNAT lo está procesando.',
  trouble: 'No se pudo seguir: falta algo de la instalación, el almacén de archivos o una clave.',
};

/** The error of a pause by SUNAT's code is that code with a sentence that was stored once. */
function whatHappened({ stage, waitClass, lastCode, lastError }: PendingEmission): string {
  const reached = stage === 'signed' && lastCode ? NOT_RECEIVED : STAGES[stage as Stage];
  const step = waitClass && waitClass !== 'paused' ? WAITS[waitClass] : reached;
  const code = lastCode ? ` El último código de SUNAT fue ${lastCode}: ${codeSays(lastCode)}.` : '';
  const noted = waitClass && !(waitClass === 'paused' && lastCode) && lastError;
  return `${step}${code}${noted ? ` Lo último que se anotó: ${quoted(plainError(noted))}.` : ''}`;
}

function nextStep({ sends, nextAt }: PendingEmission, { now, canAsk }: Surroundings): string {
  const step = sends === 0 ? 'Enviarlo' : canAsk ? ASK_FIRST : SEND_AGAIN;
  if (nextAt > now) return `${step}, ${atTime(nextAt, now)}.`;
  return now.getTime() - nextAt.getTime() < OVERDUE_MS
    ? `${step}: le toca ahora.`
    : `${step}. Le tocaba ${atTime(nextAt, now)} y ningún procesador lo ha tomado todavía.`;
}

const ASK_FIRST = 'Preguntar a SUNAT por él, y enviarlo otra vez solo si SUNAT no lo tiene';
const SEND_AGAIN =
  'Enviar otra vez el mismo archivo, porque a SUNAT no se le puede preguntar por él';
const OVERDUE_MS = 60_000;

const atTime = (at: Date, now: Date): string =>
  day(at) === day(now) ? `a las ${clock(at)}` : `el ${moment(at)}`;

/** An attempt that ended in a pause is given back: its wait or code shows that there was one. */
function attempts({ attempts: count, waitClass, lastCode }: PendingEmission): string {
  if (count === 0) return waitClass || lastCode ? '' : 'Todavía no se intentó.';
  return count === 1 ? 'Va 1 intento.' : `Van ${count} intentos.`;
}

function whatToDo({ waitClass, nextAt, sends }: PendingEmission, around: Surroundings): string {
  const { now, canAsk } = around;
  if (waitClass === 'trouble')
    return 'Avisa a quien cuida los servidores; corregido eso, se intenta otra vez.';
  if (now.getTime() - nextAt.getTime() >= OVERDUE_MS)
    return 'Mira en Colas si los procesadores avanzan.';
  const wait =
    waitClass === 'throttled' ? 'Nada: espera su turno.' : `Nada por ahora. ${NOT_TWICE}`;
  if (sends === 0) return wait;
  return canAsk
    ? `Si te urge, consulta a SUNAT: eso no envía nada. ${NOT_TWICE}`
    : `Si te urge, mira en SOL si consta. ${NOT_TWICE}`;
}
