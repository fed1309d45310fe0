/** Why an answer of the authority, or a file that a person has, is no usable CDR. */

/** The messages, in Spanish for operators. */
const REASONS = {
  zip_unreadable: 'El archivo no es un ZIP legible',
  zip_too_big: 'El ZIP excede los límites permitidos',
  zip_corrupt: 'El ZIP está dañado: sus tamaños o su CRC no coinciden',
  zip_without_cdr: 'El ZIP no contiene ninguna constancia (R-….xml)',
  zip_many_cdrs: 'El ZIP contiene más de una constancia',
  xml_encoding: 'La constancia usa una codificación de caracteres no admitida',
  xml_doctype: 'La constancia contiene un DOCTYPE, que no se admite',
  xml_too_deep: 'La constancia anida demasiados elementos',
  xml_crowded: 'La constancia tiene demasiados elementos o atributos',
  xml_prefixes: 'La constancia declara demasiados prefijos',
  xml_malformed: 'La constancia no es un XML bien formado',
  not_a_cdr: 'El archivo no es una constancia de recepción (ApplicationResponse)',
  no_code: 'La constancia no indica un código de respuesta, o indica varios',
  other_document: 'La constancia corresponde a otro comprobante',
} as const;

export class CdrProblem extends Error {
  override readonly name = 'CdrProblem';

  /** @param detail added to the message of the reason */
  constructor(
    readonly reason: keyof typeof REASONS,
    detail?: string,
  ) {
    super(detail === undefined ? REASONS[reason] : `${REASONS[reason]}: ${detail}`);
  }
}
