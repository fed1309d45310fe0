/** Prints the state of a restoration and its next step. */
import type { Behind, LeftEnvironment, Restoration } from '@rafaga/db';
import {
  actorText,
  askedLines,
  behindLines,
  DECIDED_SINCE,
  ENVIRONMENT_WORD,
  environmentLines,
  nextOf,
  type RestorationNext,
  rebuiltLines,
  STILL_MISSING,
} from '@rafaga/operations';
import type { CommandContext } from '../context/commandContext.js';
import { dateTime } from '../terminal/dates.js';
import { paint } from '../terminal/paint.js';
import type { CommandResult } from '../terminal/print.js';
import { acknowledgedIn } from './marks.js';

const NEXT: Readonly<Record<RestorationNext, string | ((open: Restoration) => string)>> = {
  wait: 'El paso está pedido, y lo hace un worker en marcha: míralo otra vez con rafaga restaurar',
  rebuild: 'Sigue: rafaga restaurar reconstruir',
  ask: 'Sigue: rafaga restaurar preguntar (o, sin preguntar, terminar con --saltar N)',
  propose: 'Sigue: rafaga restaurar terminar --persona CORREO --motivo TEXTO',
  approve: ({ jump }) =>
    'Sigue: otra persona lo aprueba con rafaga restaurar terminar --persona CORREO ' +
    `--saltar ${jump}`,
};

export async function stateResult(context: CommandContext): Promise<CommandResult> {
  const { findBehind, leftEnvironments, openedRestoration } = await import('@rafaga/db');
  const open = await openedRestoration(context.db);
  if (open) {
    const missing = open.rebuilt ? await stillMissing(context) : undefined;
    return openResult(open, await leftEnvironments(context.db, open), missing);
  }
  const marks = await acknowledgedIn(context);
  const behind = await findBehind(context.db, marks);
  const damaged = marks.damaged.length > 0 ? { marcas_danadas: marks.damaged } : {};
  if (behind)
    return {
      json: { abierta: false, falta: behindJson(behind), ...damaged },
      text: [BEHIND, ...behindLines(behind), ...damagedLines(marks.damaged)].join('\n'),
      remarks: ['La API y los workers lo notarán en segundos y dejarán de emitir y de enviar.'],
    };
  if (marks.damaged.length > 0)
    return {
      json: { abierta: false, ...damaged },
      text: [...damagedLines(marks.damaged), DAMAGED_ADVICE].join('\n'),
      failed: true,
    };
  return { json: { abierta: false }, text: NONE };
}

/** Undefined also while the file store cannot be read: without it the end is not approved. */
async function stillMissing(context: CommandContext): Promise<Behind | undefined> {
  const marks = await acknowledgedIn(context).catch(() => undefined);
  return marks && (await import('@rafaga/db')).findBehind(context.db, marks);
}

const NONE =
  'No hay ninguna restauración abierta. De lo emitido no falta nada, salvo lo que se dio por ' +
  'perdido.';

const BEHIND = 'La base de datos sabe menos de lo que se emitió:';

const DAMAGED_ADVICE =
  'Si la base de datos se restauró de una copia, sigue: rafaga restaurar iniciar --motivo TEXTO. ' +
  'Si es la de siempre, borra esos archivos de la carpeta marks.';

export const damagedLines = (damaged: readonly string[]): string[] =>
  damaged.length > 0
    ? [
        'No se sabe si falta algo: estas marcas de lo emitido están dañadas: ' +
          `${damaged.join(', ')}.`,
      ]
    : [];

function openResult(
  open: Restoration,
  left: readonly LeftEnvironment[],
  missing: Behind | undefined,
): CommandResult {
  const next = nextOf(open);
  const sentence = NEXT[next];
  return {
    json: { ...openJson(open, left), sigue_faltando: missing && behindJson(missing), sigue: next },
    text: openText(open, missing),
    remarks: [
      ...(missing ? [STILL_MISSING] : []),
      ...(open.rebuilt && next !== 'wait' ? [...environmentLines(left), DECIDED_SINCE] : []),
      typeof sentence === 'string' ? sentence : sentence(open),
    ],
  };
}

function openJson(open: Restoration, left: readonly LeftEnvironment[]): Record<string, unknown> {
  const { wanted, progress, proposedBy, jump, endReason } = open;
  return {
    abierta: true,
    desde: open.begunAt,
    por: open.begunBy,
    motivo: open.reason,
    falta: behindJson(open.found),
    en_curso: wanted && { paso: wanted, avance: progress },
    reconstruido: open.rebuilt,
    preguntado: open.asked,
    otro_ambiente: left.map(({ ruc, issued, environment }) => ({
      ruc,
      emitio_en: ENVIRONMENT_WORD[issued],
      esta_en: ENVIRONMENT_WORD[environment],
    })),
    propuesta: proposedBy && { por: proposedBy, saltar: jump, motivo: endReason },
  };
}

function openText(open: Restoration, missing: Behind | undefined): string {
  const { begunAt, reason, found, rebuilt, asked, proposedBy, jump, endReason } = open;
  const begun = `Modo restauración desde el ${dateTime(begunAt)}: no se emite ni se envía nada.`;
  const proposal = proposedBy && `${actorText(proposedBy)}, con un salto de ${jump}`;
  return [
    paint('red', begun),
    ...section('Lo que faltaba', [...behindLines(found), ...(reason ? [reason] : [])]),
    ...section('Reconstruido', rebuilt ? rebuiltLines(rebuilt) : []),
    ...section('Preguntado a SUNAT', asked ? askedLines(asked) : []),
    ...section('Sigue faltando', missing ? behindLines(missing) : []),
    ...section('Propuesta de terminar', proposal ? [`${proposal}: ${endReason ?? ''}`] : []),
  ].join('\n');
}

/** The lines under their title; nothing where there are none. */
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [paint('bold', title), ...lines.map((line) => `  ${line}`)] : [];

const behindJson = ({ ids, series }: Behind): Record<string, unknown> => ({
  ids,
  series: series.map(({ ruc, series: serie, known, acknowledged }) => ({
    ruc,
    serie,
    ultimo_conocido: known,
    ultimo_emitido: acknowledged,
  })),
});
