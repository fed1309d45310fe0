/** The fields of a command that name a document, an issuer or a type. */
import { type DocumentName, readName } from '../documents/name.js';
import { type Fields, InvalidRequest, shaped, text } from './fields.js';

export function documentOf(body: Fields): DocumentName | undefined {
  const document = text(body, 'documento');
  if (document === undefined) return undefined;
  const name = readName(document);
  if (!name) throw new InvalidRequest('documento: escríbelo RUC-TT-SERIE-NUMERO.');
  return name;
}

export const rucOf = (body: Fields): string | undefined =>
  shaped(body, 'ruc', /^\d{11}$/, 'son once dígitos');

export const typeOf = (body: Fields): string | undefined =>
  shaped(body, 'tipo', /^0[13]$/, '01 o 03');
