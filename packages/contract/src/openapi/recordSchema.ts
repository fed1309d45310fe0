/** Describes the fields of a sale in the record, from the same table as the record itself. */
import type { Contract } from '../contract.js';
import type { Fields } from '../fields/field.js';
import { type RecordField, recordFields } from '../recordBlock.js';
import { describedAt } from '../schemas/described.js';
import { orNull } from './build.js';
import { schemaOf } from './fromJoi.js';
import type { JsonSchema } from './types.js';

export interface RecordProperties {
  properties: Record<string, JsonSchema>;
  /** The names of those that a record may leave out. */
  optional: string[];
}

export function recordProperties({ boleta, factura }: Contract): RecordProperties {
  const fields = recordFields(boleta.table);
  const schema = (field: RecordField): JsonSchema => {
    if (field.row.schema) return field.row.schema;
    const [ofBoleta, ofFactura] = [boleta, factura].map(({ described }) => {
      const found = describedAt(described, [field.wire]);
      return shownSchema(field, found ? schemaOf(found, {}) : {});
    }) as [JsonSchema, JsonSchema];
    const values = new Set([...(ofBoleta.enum ?? []), ...(ofFactura.enum ?? [])]);
    return values.size > 0 ? { ...ofBoleta, enum: [...values].sort() } : ofBoleta;
  };
  return {
    properties: Object.fromEntries(fields.map((field) => [field.wire, schema(field)])),
    optional: fields.filter(isOptional).map(({ wire }) => wire),
  };
}

/** The type and values of a field, without the limits that apply only to requests. */
function shownSchema(
  { type: { list }, row: { orNull: isNullable, description } }: RecordField,
  requested: JsonSchema,
): JsonSchema {
  const { $ref, type, enum: values, format, items } = requested.anyOf?.[0] ?? requested;
  if ($ref !== undefined) return { $ref };
  const kind = list ? 'array' : [type].flat().find((name) => name !== 'null');
  const schema = defined({ type: kind, items: list ? items : undefined, enum: values, format });
  const shown = description === undefined ? schema : { ...schema, description };
  return isNullable ? orNull(shown) : shown;
}

const defined = (schema: Fields): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

/** Whether a record may omit the field: empty lists and blocks, and fields without a default. */
const isOptional = ({ required, otherwise, from, type, row }: RecordField): boolean =>
  !required && (type.list || (otherwise === undefined && from === undefined && !row.orNull));
