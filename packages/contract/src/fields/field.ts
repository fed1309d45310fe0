/**
 * The types of a row of the field table. The schema, the fast predicate, the paths of faults, the
 * `Sale`, the record and the OpenAPI description are derived from such rows.
 */
import type Joi from 'joi';
import type { MessageKey } from '../messages.js';
import type { JsonSchema } from '../openapi/types.js';

/** A JSON object whose values are not validated yet. */
export type Fields = Record<string, unknown>;

/** Rows of MESSAGES by Joi's error type. */
export type MessageKeys = Record<string, MessageKey>;

/** A kind of value: what is accepted, and how it is written in the `Sale` and in the record. */
export interface ValueType {
  /** The Joi schema; its `meta` has message keys and descriptions of custom rules. */
  schema: Joi.Schema;
  /**
   * The fast predicate. It accepts only values without forbidden characters that the schema
   * accepts; Joi validates all others.
   */
  accepts(value: unknown): boolean;
  /** Undefined leaves the field out of the `Sale`. */
  toSale(value: unknown, body: Fields): unknown;
  toRecord(value: unknown): unknown;
  /** The fields of an object, or of each entry of a list. */
  block?: Block;
  list?: true;
  /** The rule of a list without the rule of its entries. */
  outerSchema?: Joi.Schema;
}

export interface Field {
  /** The name on the wire. */
  wire: string;
  type: ValueType;
  /** The Spanish name with its article, for messages. */
  label: string;
  /** The Spanish description, for the documentation. */
  description: string;
  /** Not required: it may be absent or null, which means the same. */
  required?: true;
  /** Its path in the `Sale`: 'quantity', 'isc.percent'. Absent: accepted and dropped. */
  sale?: string;
  /** The other name of the field `aliasOf`. */
  aliasOf?: string;
  /** The value in the `Sale` of a field that is absent. */
  otherwise?: string | ((holder: Fields, body: Fields) => unknown);
  /** The value in the `Sale` of a field that was sent, where it depends on other fields. */
  from?(holder: Fields, body: Fields): unknown;
  /** How the record shows it, where it differs from the request; false: not at all. */
  record?: false | RecordRow;
}

export interface RecordRow {
  /** The value, computed from the part of the `Sale` that holds the field. */
  value?(holder: Fields): unknown;
  /** Shown as null when the `Sale` has no value. */
  orNull?: true;
  /** The field that it follows in the record, where that is not the one before it. */
  after?: string;
  description?: string;
  schema?: JsonSchema;
}

/**
 * xor: exactly one of the peers; or: at least one; oxor: at most one. A null or an empty text
 * counts as absent.
 */
export interface Relation {
  rel: 'xor' | 'or' | 'oxor';
  peers: readonly string[];
}

/** An object of the wire: its fields in order, and the relations between them. */
export interface Block {
  /** The name of its component in the OpenAPI description. */
  name: string;
  /** The Spanish name of one entry, where a list holds such objects. */
  entry?: string;
  fields: readonly Field[];
  relations?: readonly Relation[];
  messageKeys?: MessageKeys;
}

type Scalar = string | number | bigint | boolean | readonly unknown[];

/** The paths inside T: its properties, and theirs where they are objects. */
type PathIn<T> = {
  [K in keyof T & string]:
    | K
    | (NonNullable<T[K]> extends Scalar ? never : `${K}.${keyof NonNullable<T[K]> & string}`);
}[keyof T & string];

/** A field of the type T of the `Sale`; the compiler checks its path. */
export type FieldOf<T> = Field & { sale?: PathIn<T> };

/** A block whose fields belong to the type T of the `Sale`. */
export const blockOf = <T>(
  block: Omit<Block, 'fields'> & { fields: readonly FieldOf<T>[] },
): Block => block;
