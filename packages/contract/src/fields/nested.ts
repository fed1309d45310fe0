/** The value types of fields that contain an object or a list of objects. */
import Joi from 'joi';
import { blockReader } from '../readBlock.js';
import { blockRecorder } from '../recordBlock.js';
import { objectSchema } from '../schemas/objectSchema.js';
import { objectPredicate } from '../schemas/predicate.js';
import type { Block, Fields, ValueType } from './field.js';

export function object(block: Block): ValueType {
  const read = blockReader(block);
  const record = blockRecorder(block);
  return {
    schema: objectSchema(block),
    accepts: objectPredicate(block),
    toSale: (value, body) => read(value as Fields, body),
    toRecord: (value) => record(value as Fields),
    block,
  };
}

export function list(
  block: Block,
  { least = 0, most }: { least?: number; most: number },
): ValueType {
  const entry = object(block);
  const outerSchema = least > 0 ? Joi.array().min(least).max(most) : Joi.array().max(most);
  return {
    schema: outerSchema.items(entry.schema),
    outerSchema,
    accepts: (value) =>
      Array.isArray(value) &&
      value.length >= least &&
      value.length <= most &&
      value.every(entry.accepts),
    toSale: (value, body) => (value as unknown[]).map((each) => entry.toSale(each, body)),
    toRecord: (value) => (value as unknown[]).map(entry.toRecord),
    block,
    list: true,
  };
}
