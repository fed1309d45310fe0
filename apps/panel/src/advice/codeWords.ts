/**
 * What SUNAT says with a return code, in words for the users of the panel. Each phrase ends the
 * sentence "SUNAT contestó 0102: …".
 */
import { type Meaning, verdict } from '@rafaga/fiscal';

const SAYS: Readonly<Record<Meaning, string>> = {
  accepted: 'lo aceptó',
  observed: 'lo aceptó con una observación',
  busy: 'no pudo atender por un problema suyo',
  access: 'no reconoce el usuario o la clave SOL del negocio',
  profile: 'el usuario SOL no tiene permiso para enviar comprobantes',
  other_issuer:
    'el usuario SOL no es de esta empresa, o el proveedor no está autorizado a enviar por ella',
  not_authorised: 'la empresa no está autorizada a enviar por este sistema de SUNAT',
  supervised:
    'no lo recibió: la empresa envía las operaciones de este tipo por el SEE-Empresas supervisadas',
  no_capacity: 'la empresa consta sin capacidad operativa y no puede emitir facturas',
  in_process: 'ya está procesando este mismo comprobante',
  cdr_missing: 'no pudo entregar su constancia',
  sent_before: 'ya recibió antes un archivo con este nombre',
  number_taken: 'ya tiene un comprobante con este número, y no dice si es este',
  number_spent: 'ya tiene este número como rechazado o dado de baja',
  malformed: 'no pudo leer el archivo y no lo recibió',
  late_boleta: 'no la recibió: llegó fuera de plazo, y así solo la admite en un resumen diario',
  unknown_client: 'no lo recibió: el RUC del cliente no existe',
  in_summary: 'ya fue informado en un resumen, y se corrige por esa vía',
  issuer_not_active: 'la empresa no está activa, habida o autorizada',
  late: 'llegó fuera de plazo',
  certificate: 'no acepta el certificado con que se firmó',
  altered: 'lo que recibió no corresponde a su firma: lo da por alterado',
  rejected: 'lo rechazó por un dato que no cumple sus reglas',
  unknown: 'un código que este programa no conoce',
};

/** Codes of the services that are queried; to a send SUNAT does not answer with them. */
const QUERY: ReadonlyMap<string, string> = new Map([
  ['0001', 'al consultar, lo tiene como aceptado'],
  ['0002', 'al consultar, lo tiene como rechazado'],
  ['0003', 'al consultar, lo tiene como dado de baja'],
  ['0004', 'al consultar, tiene su constancia'],
  ...['0005', '0006', '0007', '0008', '0009', '0010'].map(
    (code) => [code, 'al consultar, no admitió la pregunta'] as const,
  ),
  ['0011', 'al consultar, no tiene un comprobante con este número'],
  ['0012', 'al consultar, no admite que este usuario SOL pregunte por él'],
]);

const fourDigits = (code: string): string => code.padStart(4, '0');

/** It came from a query, not from a send. */
export const isQueryCode = (code: string): boolean => QUERY.has(fourDigits(code));

/** @param code as SUNAT wrote it: '0', '0102', '2335' */
export const codeSays = (code: string): string =>
  QUERY.get(fourDigits(code)) ?? SAYS[verdict(code).means];

/** Whether SUNAT is known to answer with this code. */
export const isKnownCode = (code: string): boolean =>
  isQueryCode(code) || verdict(code).means !== 'unknown';
