/** Who buys. What depends on the kind of document is in `consistency.ts`. */
import { IDENTITY } from '@rafaga/fiscal';
import Joi from 'joi';
import { matching, oneOf, text, words } from './scalars.js';

/** Catalogue 06, all of it: which of them a document admits depends on its kind and operation. */
export const CLIENT_DOCUMENTS = Object.keys(IDENTITY);

export const NUM_DOC = /^\S{1,15}$/;

export const client = Joi.object({
  tipo_doc: oneOf(...CLIENT_DOCUMENTS).required(),
  num_doc: matching(NUM_DOC, 'no_spaces').required(),
  razon_social: words(1500, 3).required(),
  direccion: text(500),
  email: Joi.string()
    .email({ tlds: { allow: false } })
    .max(254)
    .meta({ says: { 'string.empty': 'email' }, format: 'email' }),
  telefono: text(20),
});
