/** The reasons for which an answer of the authority is not a CDR that can be used. */

/** What went wrong, as an operator reads it. */
const REASONS = {
  zip_unreadable: 'La respuesta no es un archivo ZIP legible',
  zip_too_big: 'El ZIP de la respuesta excede los límites permitidos',
  zip_lies: 'El ZIP de la respuesta está dañado: sus tamaños o su CRC no coinciden',
  zip_without_cdr: 'El ZIP de la respuesta no contiene ninguna constancia (R-….xml)',
  zip_many_cdrs: 'El ZIP de la respuesta contiene más de una constancia',
  xml_encoding: 'La constancia usa una codificación de caracteres no admitida',
  xml_doctype: 'La constancia contiene un DOCTYPE, que no se admite',
  xml_too_deep: 'La constancia anida demasiados elementos',
  xml_malformed: 'La constancia no es un XML bien formado',
  not_a_cdr: 'El archivo no es una constancia de recepción (ApplicationResponse)',
  no_code: 'La constancia no indica un código de respuesta',
  other_document: 'La constancia corresponde a otro comprobante',
} as const;

export class CdrProblem extends Error {
  override readonly name = 'CdrProblem';

  /** The message is Spanish, for operators. */
  constructor(
    readonly reason: keyof typeof REASONS,
    detail?: string,
  ) {
    super(detail === undefined ? REASONS[reason] : `${REASONS[reason]}: ${detail}`);
  }
}
