/** ley: what a coming day changes, in the law and in the sales that the businesses make now. */
import type { Business, Review } from '@rafaga/db';
import type { ChangeRow, LawChange } from '@rafaga/fiscal';
import type { Command } from 'commander';
import { businessOf, type CommandContext, withContext } from '../context/commandContext.js';
import { readRuc } from '../rules/business.js';
import { isRealDay } from '../rules/realDay.js';
import { Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { table } from '../terminal/table.js';
import { addCommand, addGroup } from './addCommand.js';

type Flags = CommonFlags & { desde?: string; negocio?: string };

/** Of more findings than this of one business only the number is printed. */
const MAX_LISTED = 40;

export function ley(program: Command): void {
  const parent = addGroup(program, 'ley', 'Qué cambia la ley en una fecha, y en qué ventas');
  addCommand<Flags>(parent, {
    name: 'revisar',
    about:
      'Vuelve a juzgar las ventas de los últimos treinta días con las reglas de otra fecha: ' +
      'cuáles se rechazarían, observarían o saldrían más caras, por producto y serie, y qué ' +
      'hacer antes. Son las del ambiente actual de cada negocio, sin las descartadas. No ' +
      'cambia nada. ' +
      'Termina con el código 0 aunque encuentre algo',
    options: {
      '--desde <AAAA-MM-DD>': 'la fecha de las reglas',
      '--negocio <ruc>': 'solo las ventas de un negocio (lo usual: las de todos los activos)',
    },
    json: {
      desde: 'la fecha de las reglas',
      'cambios[]':
        'lo que empieza o termina entre hoy y esa fecha: dia, que, antes[], despues[], ' +
        'fuente, confianza',
      'negocios[]':
        'ruc, razon_social; ventas, y de ellas rechazadas, observadas y mas_caras; sin_listar ' +
        '(hallazgos que no entran en la lista), sin_leer (ventas que no se pudieron juzgar)',
      'negocios[].hallazgos[]':
        'efecto (rechazada, observada o más cara), codigo de SUNAT, tipo, serie, ' +
        'producto_codigo y producto (null: toda la venta), texto, que_hacer, ventas, moneda, ' +
        'diferencia (lo que se paga o tributa de más en todas ellas), documento_id (una de ellas)',
    },
    examples: [
      'ley revisar --desde 2027-01-01',
      'ley revisar --desde 2027-01-01 --negocio 20123456786 --json',
    ],
    run: review,
  });
}

async function review(flags: Flags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const day = readDay(flags.desde, mistakes);
  const ruc =
    flags.negocio === undefined ? undefined : readRuc(flags.negocio, mistakes, '--negocio');
  mistakes.check();
  const { lawChanges, limaToday, addDays, changeAdvice } = await import('@rafaga/fiscal');
  const adviceOf = (row: ChangeRow) => changeAdvice(row, day);
  const today = limaToday(new Date());
  const [first, last] = day > today ? [addDays(today, 1), day] : [day, today];
  const changes = lawChanges(first, last);
  return withContext(async (context) => {
    const reviews = await reviewAll(context, day, ruc);
    return {
      json: {
        desde: day,
        cambios: changes.map(changeJson),
        negocios: reviews.map((each) => reviewJson(each, adviceOf)),
      },
      text: [
        changes.length === 0
          ? `Entre hoy y el ${day} no empieza ni termina ninguna regla fechada.`
          : changeTable(changes),
        ...reviews.map((each) => reviewText(each, adviceOf)),
      ].join('\n\n'),
    };
  });
}

function readDay(given: string | undefined, mistakes: Mistakes): string {
  if (given === undefined) return mistakes.add('--desde', 'falta: la fecha de las reglas.') ?? '';
  return isRealDay(given)
    ? given
    : (mistakes.add('--desde', 'debe ser una fecha real: AAAA-MM-DD.') ?? '');
}

interface Reviewed extends Review {
  business: Pick<Business, 'ruc' | 'legalName'>;
}

async function reviewAll(
  { db }: CommandContext,
  day: string,
  ruc: string | undefined,
): Promise<Reviewed[]> {
  const { listBusinesses, reviewBusiness } = await import('@rafaga/db');
  const businesses =
    ruc === undefined
      ? (await listBusinesses(db)).filter(({ state }) => state === 'active')
      : [await businessOf(db, ruc)];
  const reviews: Reviewed[] = [];
  for (const business of businesses) {
    const review = await reviewBusiness(db, business, { day, now: new Date() });
    if (review) reviews.push({ business, ...review });
  }
  return reviews;
}

const changeTable = (changes: readonly LawChange[]): string =>
  table(
    ['DÍA', 'QUÉ', 'ANTES', 'DESPUÉS', 'CONFIANZA'],
    changes.map(({ day, subject, before, after, confidence }) => [
      day,
      subject,
      before.join(' o ') || 'nada',
      after.join(' o ') || 'deja de regir',
      CONFIDENCE[confidence],
    ]),
  );

const CONFIDENCE = {
  workbook: 'reglas de SUNAT',
  decree: 'norma',
  secondary: 'fuente secundaria',
  conflicting: 'fuentes que no concuerdan',
} as const;
const EFFECT = { refused: 'rechazada', observed: 'observada', dearer: 'más cara' } as const;

const changeJson = (change: LawChange) => ({
  dia: change.day,
  que: change.subject,
  antes: change.before,
  despues: change.after,
  fuente: change.source,
  confianza: CONFIDENCE[change.confidence],
});

type AdviceOf = (row: ChangeRow) => string;

const reviewJson = ({ business, counts, rows, unreadable }: Reviewed, adviceOf: AdviceOf) => ({
  ruc: business.ruc,
  razon_social: business.legalName,
  ventas: counts.sales,
  rechazadas: counts.refused,
  observadas: counts.observed,
  mas_caras: counts.dearer,
  sin_listar: counts.omitted,
  sin_leer: unreadable,
  hallazgos: rows.map((row) => ({
    efecto: EFFECT[row.effect],
    codigo: row.code,
    tipo: row.kind,
    serie: row.series,
    producto_codigo: row.productCode,
    producto: row.product,
    texto: row.text,
    que_hacer: adviceOf(row),
    ventas: row.sales,
    moneda: row.currency,
    diferencia: row.extra,
    documento_id: row.documentId,
  })),
});

function reviewText({ business, counts, rows, unreadable }: Reviewed, adviceOf: AdviceOf): string {
  const number = (count: number) => count.toLocaleString('es-PE');
  const title =
    `${business.legalName} (${business.ruc}): ${number(counts.sales)} ventas; ` +
    `${number(counts.refused)} se rechazarían, ${number(counts.observed)} se observarían, ` +
    `${number(counts.dearer)} saldrían más caras.` +
    (unreadable > 0 ? ` ${number(unreadable)} no se pudieron juzgar.` : '');
  if (rows.length === 0) return title;
  const left = rows.length - MAX_LISTED + counts.omitted;
  return [
    title,
    table(
      ['EFECTO', 'SERIE', 'PRODUCTO', 'VENTAS', 'DIFERENCIA', 'CÓDIGO', 'MOTIVO', 'QUÉ HACER'],
      rows.slice(0, MAX_LISTED).map((row) => [...rowCells(row), adviceOf(row)]),
    ),
    ...(left > 0 ? [`… y ${number(left)} más; míralos con --json.`] : []),
  ].join('\n');
}

const rowCells = (row: ChangeRow) => [
  EFFECT[row.effect],
  row.series,
  [row.productCode, row.product].filter(Boolean).join(' ') || 'toda la venta',
  row.sales,
  row.effect === 'dearer' ? `${row.currency} ${row.extra}` : undefined,
  row.code,
  row.text,
];
