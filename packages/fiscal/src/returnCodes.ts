/**
 * What each answer of the authority obliges to do: one row a code or a cited range. A code without
 * a row is a review, never a guess.
 */

export type Obligation =
  /** Settled: the document is valid. */
  | 'accepted'
  /** Settled: the document is not valid and its number is spent. */
  | 'rejected'
  /** The authority could not attend: send the same bytes again, later. */
  | 'retry'
  /**
   * The authority has the document or is processing it: query it before doing
   * anything else.
   */
  | 'ask'
  /**
   * Something of the business is wrong (access, certificate, authorisation): stop its sending until
   * it is corrected.
   */
  | 'configuration'
  /** The file that was sent is malformed: a bug of this system, for a person to check. */
  | 'ours'
  /** A person must decide. */
  | 'review';

export interface Verdict {
  do: Obligation;
  /** Spanish, for the person in charge of the sale. */
  text: string;
  /** Where the row comes from; absent for a code without one. */
  source?: string;
}

interface Row {
  /**
   * One code, or the first and last of a range; specific rows stand before the ranges that hold
   * them.
   */
  readonly codes: string | readonly [string, string];
  readonly do: Obligation;
  readonly text: string;
  readonly source: string;
}

const BUSY =
  'SUNAT no pudo atender el envío por un problema suyo. Se reenviará automáticamente; no ' +
  'emita el comprobante otra vez.';
const ACCESS =
  'Revise en el panel el usuario y la clave SOL secundarios de la empresa; el envío de sus ' +
  'comprobantes está detenido.';
const PROFILE =
  'Dé al usuario SOL secundario, en SUNAT Operaciones en Línea, el perfil para enviar ' +
  'comprobantes; el envío está detenido.';
const CERTIFICATE =
  'SUNAT no aceptó la firma o el certificado de este comprobante. Si le pasa también a ' +
  'otro, el envío se detiene: registre en SUNAT el certificado vigente y cárguelo en el ' +
  'panel.';
const BUG =
  'SUNAT no pudo leer el archivo enviado. Es un error de este sistema: avise a soporte; no ' +
  'emita el comprobante otra vez.';
const REJECTED =
  'SUNAT rechazó el comprobante y su número quedó usado. Corrija lo que indica la ' +
  'descripción y emita uno nuevo con otra referencia.';
const ASKING =
  'SUNAT ya tiene o está procesando este comprobante. Se le consultará su estado; no emita ' +
  'el comprobante otra vez.';
const OTHER_RUC =
  'El usuario SOL no es de la empresa, o el proveedor no está autorizado a enviar por ' +
  'ella. Corríjalo en el panel o en SUNAT; el envío está detenido.';
const SYSTEM =
  'La empresa no está autorizada a enviar comprobantes por este sistema de SUNAT. Solicite ' +
  'la autorización; el envío está detenido.';
const NO_CAPACITY =
  'SUNAT declaró a la empresa sujeto sin capacidad operativa: no puede emitir facturas. El ' +
  'envío está detenido; consulte a su contador.';
const SPENT =
  'SUNAT ya tiene este número como rechazado o anulado. Emita el comprobante de nuevo, con ' +
  'el número siguiente y otra referencia.';
const LATE =
  'SUNAT rechazó la factura porque llegó fuera de plazo. Emita una nueva con fecha vigente ' +
  'y otra referencia.';
const LATE_BOLETA =
  'La boleta llegó fuera de plazo: SUNAT solo la recibe en un resumen diario. Avise a ' +
  'soporte; no emita otra todavía.';
const NO_SUCH_RUC =
  'El RUC del cliente no existe en SUNAT, que no recibió el comprobante. Verifique el RUC ' +
  'y avise a soporte.';
const IN_SUMMARY =
  'La boleta ya fue informada en un resumen diario y debe corregirse por esa vía. Avise a soporte.';
const NOT_ACTIVE =
  'SUNAT rechazó el comprobante porque la empresa no está activa, habida o autorizada. ' +
  'Regularice su RUC antes de seguir emitiendo.';
const OBSERVED =
  'SUNAT aceptó el comprobante con una observación. No hace falta emitir otro; corrija el ' +
  'dato en los siguientes.';

const RECEPTION = 'Validaciones CPE, sheet General';
const RETURN_CODES = 'Validaciones CPE, sheet CódigosRetorno';
const SHEETS = 'Validaciones CPE, sheets Factura2_0 and Boleta2_0';
const RANGES = 'SUNAT: 0100–1999 exceptions, 2000–3999 rejections, 4000 and above observations';

const ROWS: readonly Row[] = [
  { codes: '0000', do: 'accepted', text: 'SUNAT aceptó el comprobante.', source: RANGES },
  // exceptions: not received, the number is free
  { codes: '0100', do: 'retry', text: BUSY, source: RECEPTION },
  { codes: '0101', do: 'configuration', text: ACCESS, source: RETURN_CODES },
  { codes: '0102', do: 'configuration', text: ACCESS, source: RETURN_CODES },
  { codes: '0103', do: 'configuration', text: ACCESS, source: RETURN_CODES },
  { codes: '0104', do: 'configuration', text: ACCESS, source: RETURN_CODES },
  { codes: '0105', do: 'configuration', text: ACCESS, source: RETURN_CODES },
  { codes: '0106', do: 'configuration', text: ACCESS, source: RETURN_CODES },
  { codes: '0109', do: 'retry', text: BUSY, source: RECEPTION },
  { codes: '0110', do: 'retry', text: BUSY, source: RETURN_CODES },
  { codes: '0111', do: 'configuration', text: PROFILE, source: RECEPTION },
  { codes: '0112', do: 'configuration', text: PROFILE, source: RETURN_CODES },
  { codes: '0113', do: 'configuration', text: PROFILE, source: RETURN_CODES },
  { codes: '0125', do: 'ask', text: ASKING, source: RETURN_CODES },
  { codes: ['0130', '0138'], do: 'retry', text: BUSY, source: RETURN_CODES },
  { codes: '0140', do: 'ask', text: ASKING, source: RETURN_CODES },
  { codes: '0151', do: 'ours', text: BUG, source: RECEPTION },
  { codes: '0152', do: 'ours', text: BUG, source: RETURN_CODES },
  { codes: '0153', do: 'ours', text: BUG, source: RETURN_CODES },
  { codes: '0154', do: 'configuration', text: OTHER_RUC, source: RECEPTION },
  { codes: ['0155', '0161'], do: 'ours', text: BUG, source: RECEPTION },
  { codes: '0200', do: 'retry', text: BUSY, source: RETURN_CODES },
  { codes: ['0201', '0204'], do: 'ours', text: BUG, source: RETURN_CODES },
  { codes: '0250', do: 'retry', text: BUSY, source: RETURN_CODES },
  { codes: '0251', do: 'retry', text: BUSY, source: RETURN_CODES },
  { codes: '0252', do: 'ours', text: BUG, source: RETURN_CODES },
  { codes: '0253', do: 'retry', text: BUSY, source: RETURN_CODES },
  { codes: '0254', do: 'retry', text: BUSY, source: RETURN_CODES },
  { codes: ['0300', '0302'], do: 'ours', text: BUG, source: RETURN_CODES },
  // directories and schemas of the authority's own that were not there
  { codes: ['0303', '0305'], do: 'retry', text: BUSY, source: RETURN_CODES },
  { codes: '0306', do: 'ours', text: BUG, source: RECEPTION },
  { codes: '0307', do: 'ask', text: ASKING, source: RETURN_CODES },
  { codes: '0400', do: 'configuration', text: PROFILE, source: RETURN_CODES },
  { codes: '0402', do: 'ask', text: ASKING, source: RETURN_CODES },
  { codes: '1032', do: 'rejected', text: SPENT, source: SHEETS },
  { codes: '1033', do: 'ask', text: ASKING, source: SHEETS },
  { codes: ['1001', '1077'], do: 'ours', text: BUG, source: RETURN_CODES },
  { codes: '1078', do: 'configuration', text: SYSTEM, source: RECEPTION },
  { codes: '1079', do: 'review', text: LATE_BOLETA, source: SHEETS },
  { codes: '1080', do: 'configuration', text: SYSTEM, source: SHEETS },
  { codes: '1082', do: 'configuration', text: SYSTEM, source: RETURN_CODES },
  { codes: '1083', do: 'review', text: NO_SUCH_RUC, source: SHEETS },
  { codes: '1084', do: 'review', text: IN_SUMMARY, source: SHEETS },
  { codes: '1086', do: 'configuration', text: NO_CAPACITY, source: SHEETS },
  // rejections: the number is spent
  { codes: '2010', do: 'rejected', text: NOT_ACTIVE, source: SHEETS },
  { codes: '2011', do: 'rejected', text: NOT_ACTIVE, source: SHEETS },
  { codes: '2012', do: 'rejected', text: NOT_ACTIVE, source: RETURN_CODES },
  { codes: '2108', do: 'rejected', text: LATE, source: SHEETS },
  { codes: '2109', do: 'ask', text: ASKING, source: RETURN_CODES },
  { codes: ['2325', '2328'], do: 'configuration', text: CERTIFICATE, source: RECEPTION },
  { codes: '2335', do: 'configuration', text: CERTIFICATE, source: RECEPTION },
  { codes: ['2000', '3999'], do: 'rejected', text: REJECTED, source: RANGES },
  { codes: ['4000', '4999'], do: 'accepted', text: OBSERVED, source: RANGES },
];

/** `code` as the authority wrote it: '0', '0102', '2335'. */
export function verdict(code: string): Verdict {
  const four = /^\d{1,4}$/.test(code) ? code.padStart(4, '0') : code;
  const row = /^\d{4}$/.test(four) ? ROWS.find(({ codes }) => holds(codes, four)) : undefined;
  if (row !== undefined) return { do: row.do, text: row.text, source: row.source };
  const text =
    `SUNAT respondió con el código ${code}, que este sistema no conoce. Avise a soporte; no ` +
    'emita el comprobante otra vez.';
  return { do: 'review', text };
}

function holds(codes: Row['codes'], code: string): boolean {
  return typeof codes === 'string' ? codes === code : codes[0] <= code && code <= codes[1];
}
