/**
 * Derives from the table of a sale its schemas and predicates, the names of faults, the conversion
 * to a `Sale`, the record and the descriptions.
 */
import type { Kind } from '@rafaga/fiscal';
import type Joi from 'joi';
import type { Block, Field, Fields } from './fields/field.js';
import { SALE } from './fields/sale.js';
import { type LabelOf, labeller } from './labels.js';
import { blockReader } from './readBlock.js';
import { blockRecorder } from './recordBlock.js';
import { type Described, describe } from './schemas/described.js';
import { objectSchema } from './schemas/objectSchema.js';
import { objectPredicate } from './schemas/predicate.js';
import { type WirePaths, wirePaths } from './wirePath.js';

/** The contract of one kind of document. */
export interface BodyContract {
  table: Block;
  /** The fast predicates: a value that they accept is not validated with Joi. */
  accepts(body: unknown): boolean;
  acceptsLine(line: unknown): boolean;
  /** The schema of the body without that of its lines, and the schema of a line. */
  header: Joi.ObjectSchema;
  line: Joi.ObjectSchema;
  /** The whole schema as data. Joi takes 50 ms for it, at the first use. */
  readonly described: Described;
  labelOf: LabelOf;
  paths: WirePaths;
  /** Adds the fields of a valid body to the `Sale`. */
  readSale(body: Fields, sale: Fields): Fields;
  /** The fields of the record that a `Sale` holds. */
  recordSale(sale: Fields): Fields;
}

export type Contract = Readonly<Record<Kind, BodyContract>>;

const LINES = 'items';

export function bodyContract(table: Block): BodyContract {
  const lines = linesOf(table);
  const read = blockReader(table);
  let described: Described | undefined;
  return {
    table,
    accepts: objectPredicate(table),
    acceptsLine: objectPredicate(lines),
    header: collectingAll(objectSchema({ ...table, fields: table.fields.map(withoutLines) })),
    line: collectingAll(objectSchema(lines)),
    get described() {
      described ??= describe(objectSchema(table));
      return described;
    },
    labelOf: labeller(table),
    paths: wirePaths(table),
    readSale: (body, sale) => read(body, body, sale),
    recordSale: blockRecorder(table),
  };
}

function linesOf({ fields }: Block): Block {
  const lines = fields.find(({ wire }) => wire === LINES)?.type.block;
  if (lines === undefined) throw new Error('A sale has lines');
  return lines;
}

/** The header's schema omits the rules of lines, which are validated one by one. */
const withoutLines = (field: Field): Field =>
  field.wire === LINES && field.type.outerSchema !== undefined
    ? { ...field, type: { ...field.type, schema: field.type.outerSchema } }
    : field;

/**
 * All faults at once and without Joi's messages. The preferences are part of the schema, because as
 * an argument Joi would prepare them at every call.
 */
function collectingAll(schema: Joi.ObjectSchema): Joi.ObjectSchema {
  return schema.prefs({ abortEarly: false, convert: false, errors: { render: false } });
}

/** The contract of this API. */
export const CONTRACT: Contract = {
  boleta: bodyContract(SALE.boleta),
  factura: bodyContract(SALE.factura),
};
