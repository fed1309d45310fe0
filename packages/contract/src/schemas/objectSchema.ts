/** Builds the Joi schema of a block from its fields and the relations between them. */
import Joi from 'joi';
import type { Block, Field, Relation } from '../fields/field.js';
import { isPresent } from './predicate.js';

export function objectSchema({ name, fields, relations = [], messageKeys }: Block) {
  const keys = Object.fromEntries(fields.map((field) => [field.wire, fieldSchema(field)]));
  return relations
    .reduce(withRelation, Joi.object(keys))
    .meta({ component: name, ...(messageKeys && { messageKeys }) });
}

/** The schema of one field, with the description that the OpenAPI description shows. */
function fieldSchema({ type, required, description }: Field): Joi.Schema {
  const schema = type.schema.description(description);
  return required ? schema.required() : schema.allow(null);
}

function withRelation(schema: Joi.ObjectSchema, { rel, peers }: Relation) {
  return schema[rel](...peers, { isPresent });
}
