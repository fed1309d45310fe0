/** What keeps a pending document from being sent now, whatever its own state is. Pure. */
import type { PendingEmission } from '@rafaga/db';
import { type Meaning, verdict } from '@rafaga/fiscal';
import { moment } from '../html/formats.js';
import { codeSays } from './codeWords.js';
import type { Surroundings } from './sentences.js';
import { quoted } from './sentences.js';

export interface Stop {
  next: string;
  /** What ends it. */
  steps: string;
  /** The same, after another one. */
  also?: string;
}

export function stopOf(
  { elsewhere }: Pick<PendingEmission, 'elsewhere'>,
  { now, pause, queuePaused, restoring, workers }: Surroundings,
): Stop | undefined {
  if (elsewhere) return ELSEWHERE;
  if (restoring) return RESTORING;
  const paused = pause && pause.until > now ? [pauseStop(pause)] : [];
  const [first, ...others] = [
    ...paused,
    ...(queuePaused ? [QUEUE_PAUSED] : []),
    ...(workers ? [] : [NO_WORKERS]),
  ];
  return first && others.reduce(andAlso, first);
}

/** The second one keeps the document when the first has ended. */
const andAlso = (first: Stop, { also, steps }: Stop): Stop => ({
  ...first,
  next: `${first.next} ${also}`,
  steps: `${first.steps} ${steps}`,
});

const ELSEWHERE: Stop = {
  next: 'nada se envía: espera a un ambiente que su negocio dejó.',
  steps:
    'Haz que el negocio vuelva a ese ambiente, o pasa lo que espera al de ahora, entre dos ' +
    'personas, en la página SUNAT del negocio.',
};

const RESTORING: Stop = {
  next: 'nada se emite ni se envía mientras la restauración siga abierta.',
  steps: 'Sigue la restauración en su página: el envío continúa cuando dos personas la terminen.',
};

const QUEUE_PAUSED: Stop = {
  next: 'nada se envía mientras la cola de emisión esté en pausa.',
  also: 'Además, la cola de emisión está en pausa.',
  steps: 'Mira en Colas quién pausó la cola y por qué, y reanúdala cuando corresponda.',
};

const NO_WORKERS: Stop = {
  next: 'nada se envía: no hay ningún procesador en marcha.',
  also: 'Además, no hay ningún procesador en marcha.',
  steps: 'Avisa a quien cuida los servidores: hay que arrancar un procesador.',
};

/** An operator's own pause has no end. */
const ENDLESS = new Date('9000-01-01T00:00:00Z');

function pauseStop({ until, reason }: NonNullable<Surroundings['pause']>): Stop {
  const code = codeOf(reason);
  if (until > ENDLESS)
    return {
      next:
        'nada se envía: el envío de este negocio está en pausa' +
        `${reason ? ` (motivo: ${quoted(reason)})` : ''} hasta que alguien lo reanude.`,
      steps: 'Cuando corresponda, reanuda el envío en la página del negocio.',
    };
  const cause = code ? `SUNAT contestó ${code}: ${codeSays(code)}` : beforeAdvice(reason ?? '');
  return {
    next:
      `nada se envía: el envío de este negocio está en pausa${cause ? ` (${cause})` : ''}. ` +
      `La pausa termina el ${moment(until)}, o antes si se corrige su causa.`,
    steps: remedyOf(reason),
  };
}

/** The code of SUNAT that a pause begins with. */
const codeOf = (reason: string | null): string | undefined => /^(\d{4}): /.exec(reason ?? '')?.[1];

/** What ends a pause that no person made. */
export function remedyOf(reason: string | null): string {
  const code = codeOf(reason);
  return (code && REMEDY[verdict(code).means]) || COMPLETE;
}

/** Reasons were stored with advice for others behind a colon once. */
const beforeAdvice = (reason: string): string => reason.replace(/: .*$/s, '').replace(/\.$/, '');

const COMPLETE =
  'Completa en el negocio lo que falta (certificado, usuario y clave SOL): al guardarlo, la ' +
  'pausa termina.';

const RESUME = 'y luego reanuda el envío en la página del negocio.';
const REMEDY: Partial<Record<Meaning, string>> = {
  access:
    'Corrige el usuario y la clave SOL secundarios en la página SUNAT del negocio: al ' +
    'guardarlos, la pausa termina.',
  profile: `Haz que el negocio dé ese perfil al usuario SOL en SUNAT, ${RESUME}`,
  other_issuer: `Corrige el usuario SOL del negocio, o su autorización en SUNAT, ${RESUME}`,
  not_authorised: `Haz que el negocio pida la autorización a SUNAT, ${RESUME}`,
  no_capacity: `Haz que el negocio lo vea con su contador, ${RESUME}`,
  certificate:
    'Haz que el negocio registre en SUNAT su certificado vigente, o carga otro en su página: al ' +
    'guardarlo, la pausa termina.',
  altered:
    'Avisa a quien mantiene el programa: SUNAT da por alterado lo que se firma. Carga otra vez ' +
    `el certificado del negocio, ${RESUME}`,
};
