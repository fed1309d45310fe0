/** Runs a step of a restoration, then prints the state and the next step. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { By, Restoration, RestorationProblem } from '@rafaga/db';
import { actorText, RESTORATION_PROBLEM } from '@rafaga/operations';
import { type CommandContext, withContext } from '../context/commandContext.js';
import { wholeNumber } from '../rules/wholeNumber.js';
import { Failure, Mistakes, Misuse } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { acknowledgedIn } from './marks.js';
import { stateResult } from './state.js';

export interface RestorationFlags {
  json?: boolean;
  persona?: string;
  motivo?: string;
  saltar?: string;
  tramo?: string;
  espera?: string;
}

const STEPS = {
  estado: stateResult,
  iniciar: begin,
  reconstruir: rebuild,
  preguntar: ask,
  terminar: end,
  retirar: decline,
};
const STEP_WORDS = Object.keys(STEPS) as (keyof typeof STEPS)[];

/** The options that a step reads, besides --json. */
const OPTIONS: Record<keyof typeof STEPS, readonly (keyof RestorationFlags)[]> = {
  estado: [],
  iniciar: ['motivo'],
  reconstruir: ['motivo', 'espera'],
  preguntar: ['motivo', 'tramo', 'espera'],
  terminar: ['persona', 'motivo', 'saltar'],
  retirar: ['motivo', 'saltar'],
};

export function restorationStep(step: string, flags: RestorationFlags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const known = mistakes.oneOf('PASO', step, STEP_WORDS);
  mistakes.check();
  for (const option of Object.keys(flags) as (keyof RestorationFlags)[])
    if (option !== 'json' && !OPTIONS[known].includes(option))
      mistakes.add(`--${option}`, `no es de restaurar ${known}.`);
  mistakes.check();
  return withContext(async (context) => {
    const { RestorationProblem: Problem } = await import('@rafaga/db');
    try {
      return await STEPS[known](context, flags);
    } catch (error) {
      throw error instanceof Problem ? new Failure(textOf(error)) : error;
    }
  });
}

const textOf = ({ reason }: RestorationProblem): string => RESTORATION_PROBLEM[reason];

async function begin(context: CommandContext, flags: RestorationFlags): Promise<CommandResult> {
  const { beginRestoration } = await import('@rafaga/db');
  const reason = flags.motivo?.trim();
  if (!reason)
    throw new Misuse([
      { at: '--motivo', text: 'di por qué: desde ahora no se emitirá ni se enviará nada.' },
    ]);
  if (!(await beginRestoration(context.db, context.by(reason))))
    throw new Failure('Ya hay una restauración abierta.');
  return stateResult(context);
}

async function rebuild(context: CommandContext, flags: RestorationFlags): Promise<CommandResult> {
  const { requestRestorationStep } = await import('@rafaga/db');
  const seconds = waitOf(flags);
  await requestRestorationStep(context.db, context.by(flags.motivo), 'rebuild');
  return whenDone(context, seconds);
}

async function ask(context: CommandContext, flags: RestorationFlags): Promise<CommandResult> {
  const { requestRestorationStep } = await import('@rafaga/db');
  const stretch =
    flags.tramo === undefined ? undefined : wholeNumber('--tramo', flags.tramo, { most: 1_000 });
  const seconds = waitOf(flags);
  await requestRestorationStep(context.db, context.by(flags.motivo), 'ask', stretch);
  return whenDone(context, seconds);
}

const WAIT_S = '600';
const POLL_MS = 300;
/** A worker looks for a step twice a second. */
const TAKEN_WITHIN_MS = 20_000;

/** In seconds; read before the step is requested. */
const waitOf = ({ espera = WAIT_S }: RestorationFlags): number =>
  wholeNumber('--espera', espera, { most: 86_400 });

async function whenDone(context: CommandContext, seconds: number): Promise<CommandResult> {
  const { openedRestoration } = await import('@rafaga/db');
  const began = Date.now();
  const before = JSON.stringify((await openedRestoration(context.db))?.progress);
  for (;;) {
    const open = await openedRestoration(context.db);
    const failed = (open?.progress as { fallo?: string } | null)?.fallo;
    if (!open?.wanted) {
      if (failed)
        throw new Failure(`El paso no terminó: ${failed}. Lo hecho queda; repite la orden.`);
      return stateResult(context);
    }
    const waited = Date.now() - began;
    if (waited > TAKEN_WITHIN_MS && JSON.stringify(open.progress) === before)
      throw new Failure(
        'Ningún worker toma el paso: mira si están en marcha. Lo tomarán en cuanto lo estén.',
      );
    if (waited > seconds * 1_000)
      throw new Failure(`Sigue en curso después de ${seconds} s: míralo con rafaga restaurar.`);
    await sleep(POLL_MS);
  }
}

/**
 * The first call proposes; the second, by another person, approves. An approval repeats the jump of
 * the proposal, as a withdrawal does: a person who meant to propose approves nothing by mistake,
 * and one who read another proposal neither approves nor withdraws this one.
 */
async function end(context: CommandContext, flags: RestorationFlags): Promise<CommandResult> {
  const { endRestoration, openedRestoration, proposeEnd } = await import('@rafaga/db');
  const by = personOf(context, flags);
  const open = await openedRestoration(context.db);
  const jump = jumpOf(flags);
  if (!open?.proposedAt) {
    await proposeEnd(context.db, by, jump ?? 0);
    return stateResult(context);
  }
  if (jump !== open.jump)
    throw new Failure(
      `${proposalText(open)}: apruébalo con --saltar ${open.jump}, o retíralo con ` +
        `rafaga restaurar retirar --saltar ${open.jump} y propón otra cosa.`,
    );
  const { lost, jumped } = await endRestoration(
    context.db,
    by,
    open.proposedAt,
    await acknowledgedIn(context),
  );
  const jumps = jumped.map(({ ruc, series, next }) => `${ruc} ${series} sigue en el ${next}`);
  const incomplete = lost.ids.length > 0 || lost.series.length > 0;
  return {
    json: { terminada: true, perdidos: lost, saltos: jumped },
    text: ['Restauración terminada: se emite y se envía otra vez.', ...jumps].join('\n'),
    remarks: incomplete
      ? ['Algo de lo emitido no se pudo recuperar: quedó anotado en la auditoría y en --json.']
      : [],
  };
}

async function decline(context: CommandContext, flags: RestorationFlags): Promise<CommandResult> {
  const { declineEnd, openedRestoration } = await import('@rafaga/db');
  const open = await openedRestoration(context.db);
  if (open?.proposedAt && jumpOf(flags) !== open.jump)
    throw new Failure(`${proposalText(open)}: retíralo con --saltar ${open.jump}.`);
  await declineEnd(context.db, context.by(flags.motivo), open?.proposedAt ?? null);
  return stateResult(context);
}

const jumpOf = ({ saltar }: RestorationFlags): number | undefined =>
  saltar === undefined ? undefined : wholeNumber('--saltar', saltar, { least: 0, most: 100_000 });

const proposalText = ({ proposedBy, jump, endReason }: Restoration): string =>
  `${actorText(proposedBy ?? '')} ya propuso terminarla con un salto de ${jump} ` +
  `(«${endReason ?? ''}»)`;

/** A person as the audit records them: user of the operating system and the given name. */
function personOf(context: CommandContext, { persona, motivo }: RestorationFlags): By {
  const name = persona?.trim().toLowerCase() ?? '';
  const mistakes = new Mistakes();
  if (!/^\S{3,100}$/.test(name))
    mistakes.add('--persona', 'falta: su correo, o un nombre sin espacios.');
  mistakes.check();
  const { actor, reason } = context.by(motivo);
  return { actor: `${actor} ${name}`, reason };
}
