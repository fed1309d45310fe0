/** Describes a restoration in Spanish: what is missing, the report of each step, the next step. */
import type {
  AskedReport,
  AskedSeries,
  Behind,
  LeftEnvironment,
  RebuiltReport,
  Restoration,
  RestorationProblemReason,
  RestoredCdrs,
  RestoredFiles,
} from '@rafaga/db';
import { count, many } from './counts.js';
import { ENVIRONMENT } from './words.js';

export const RESTORATION_PROBLEM: Readonly<Record<RestorationProblemReason, string>> = {
  none: 'No hay una restauración abierta.',
  busy: 'Ya hay un paso pedido, que hace un procesador: espera a que termine.',
  not_rebuilt: 'Falta el primer paso: reconstruir lo que guardan el diario y los archivos.',
  not_asked: 'Falta preguntar a SUNAT, o un salto de los contadores mayor que cero.',
  proposed: 'Su fin ya está propuesto: otra persona lo aprueba, o se retira.',
  not_proposed: 'Nadie ha propuesto su fin.',
  other_proposal: 'La propuesta cambió mientras la leías: mírala otra vez.',
  changed: 'Mientras tanto algo cambió en la restauración: mírala otra vez.',
  own: 'Es tu propia propuesta: la aprueba otra persona.',
};

/** What a person has to know before the end: the files have no decisions but about documents. */
export const DECIDED_SINCE =
  'Lo que personas decidieron después de la copia no está en los archivos: series cerradas o ' +
  'movidas, claves revocadas, certificados, pausas de negocios y colas, y cambios de un negocio, ' +
  'como su ambiente, la dirección de SUNAT o si los precios incluyen el IGV. Repítelo antes de ' +
  'terminar. Los comprobantes que dos personas resolvieron quedan en revisión: propón ' +
  'resolverlos igual.';

/** A line for each business that would issue in an environment that it had left. */
export const environmentLines = (left: readonly LeftEnvironment[]): string[] =>
  left.map(
    ({ ruc, issued, environment }) =>
      `${ruc} emitió lo último en ${ENVIRONMENT[issued]}, y la copia lo tiene en ` +
      `${ENVIRONMENT[environment]}: pásalo antes de terminar, o emitirá ahí`,
  );

export type RestorationNext = 'wait' | 'rebuild' | 'ask' | 'propose' | 'approve';

/** The next step. */
export function nextOf({ wanted, rebuilt, asked, proposedBy }: Restoration): RestorationNext {
  if (wanted) return 'wait';
  if (proposedBy !== null) return 'approve';
  if (!rebuilt) return 'rebuild';
  return asked ? 'propose' : 'ask';
}

/** A line for each series that is behind. */
export const behindLines = ({ series, ids }: Behind): string[] => [
  ...series.map(({ ruc, series: code, known, acknowledged }) => {
    const numbers = spanOf((known ?? 0) + 1, acknowledged);
    return `${ruc} ${code}: se emitió ${numbers}, y la base de datos no lo sabe`;
  }),
  ...(series.length === 0 && ids.length > 0
    ? [`Comprobantes que no están: ${ids.join(', ')}`]
    : []),
];

/** Before the end: what the steps did not bring back, which the end accepts as lost. */
export const STILL_MISSING =
  'Esto se emitió y ningún paso lo recuperó. Al terminar así se da por perdido: sus números no ' +
  'se usan otra vez, SUNAT no los recibe de aquí, y cada venta se debe emitir otra vez. Antes, ' +
  'busca una copia más nueva de la base de datos o de los archivos, y reconstruye.';

const spanOf = (from: number, to: number): string =>
  from === to ? `el ${from}` : `del ${from} al ${to}`;

const FAILED: Readonly<Record<string, string>> = {
  no_business: 'no hay un negocio con ese RUC: créalo y reconstruye otra vez',
  number_taken: 'otro comprobante tiene ya su número',
  unreadable: 'su XML firmado no se puede leer: repónlo de una copia y reconstruye otra vez',
};

export function rebuiltLines(report: RebuiltReport): string[] {
  const { documents, signed, settled, withoutReference, resumed, decided = 0 } = report;
  return [
    `Del diario: ${many(documents, 'comprobante', 'comprobantes')}; ` +
      `${many(signed, 'firmado', 'firmados')} y ${count(settled)} con su constancia`,
    ...(withoutReference > 0
      ? [`Solo de su XML firmado, sin la referencia de su venta: ${withoutReference}`]
      : []),
    ...(resumed > 0 ? [`Pendientes que ya estaban firmados o respondidos: ${resumed}`] : []),
    ...(decided > 0 ? [`En revisión, porque dos personas ya los resolvieron: ${decided}`] : []),
    ...report.series.map(
      (each) => `${each.ruc} ${each.series}: ${each.documents}, ${spanOf(each.from, each.to)}`,
    ),
    ...report.failed.map(
      ({ ruc, number, reason }) => `No se pudo ${ruc} ${number}: ${FAILED[reason] ?? reason}`,
    ),
    ...(report.files ? fileLines(report.files) : []),
  ];
}

/** What became of the files that the database has and the file store lost. */
const fileLines = (files: RestoredFiles): string[] => {
  const { since, failed, signedAgain, cdrs, boletaCdrs, lost, example } = files;
  return [
    ...(failed !== undefined ? [`No se pudieron examinar todos los archivos: ${failed}`] : []),
    ...(signedAgain > 0
      ? [`XML firmados que faltaban, rehechos con los mismos bytes: ${count(signedAgain)}`]
      : []),
    ...(cdrs.length > 0
      ? [`Constancias de facturas que faltan: ${count(cdrs.length)}; las pide preguntar`]
      : []),
    ...(boletaCdrs > 0
      ? [`Constancias de boletas que faltan: ${count(boletaCdrs)}; SUNAT no las vuelve a dar`]
      : []),
    ...(lost > 0
      ? [`Archivos que faltan y no se pueden rehacer: ${count(lost)}, como ${example ?? ''}`]
      : []),
    ...(signedAgain + cdrs.length + boletaCdrs + lost > 0
      ? [`Archivos examinados: los de comprobantes desde el ${since.slice(0, 10)}`]
      : []),
  ];
};

export const askedLines = ({ series, cdrs }: AskedReport): string[] => [
  ...series.map(askedLine),
  ...(cdrs ? cdrLines(cdrs) : []),
];

const cdrLines = ({ restored, lost }: RestoredCdrs): string[] => [
  ...(restored > 0 ? [`Constancias que faltaban y SUNAT volvió a dar: ${count(restored)}`] : []),
  ...Object.entries(lost).map(
    ([reason, times]) => `Constancias que siguen faltando: ${count(times)}; ${reason}`,
  ),
];

const askedLine = ({
  ruc,
  series: code,
  registered,
  unexplained,
  complete,
  reason,
}: AskedSeries): string =>
  [
    `${ruc} ${code}: ` +
      (complete ? 'preguntado hasta que SUNAT no tuvo más' : `sin terminar: ${reason ?? ''}`),
    registered.length > 0 && `registrados en SUNAT, sin detalle local: ${rangesOf(registered)}`,
    unexplained.length > 0 && `sin explicación: ${rangesOf(unexplained)}`,
  ]
    .filter(Boolean)
    .join('; ');

/** Ranges of consecutive numbers, as '1–3, 7'. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
