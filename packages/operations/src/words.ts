/** The Spanish words for the states, steps and reasons of a document. */
import type {
  DocumentSummary,
  Environment,
  ReviewReason,
  Role,
  Step,
  StuckReason,
  TimelineRow,
  WaitClass,
} from '@rafaga/db';
import { plainError } from './plainError.js';

export const KIND = { boleta: 'Boleta', factura: 'Factura' } as const;

const STATE = { accepted: 'aceptado', rejected: 'rechazado' } as const;

export const stateOf = ({ state }: Pick<DocumentSummary, 'state'>): string =>
  state ? STATE[state] : 'pendiente';

export const RESOLUTION = {
  accepted: 'aceptada',
  rejected: 'rechazada',
  discarded: 'descartada',
} as const;

/** The environment in which a document was issued. */
export const ENVIRONMENT: Readonly<Record<Environment, string>> = {
  simulator: 'simulado',
  beta: 'beta',
  production: 'producción',
};

/** The word of the API for an environment, for programs and addresses. */
export const ENVIRONMENT_WORD = {
  simulator: 'simulado',
  beta: 'beta',
  production: 'produccion',
} as const;

export const STAGE = {
  recorded: 'registrado',
  signed: 'firmado',
  sending: 'enviado',
  review: 'en revisión',
} as const;

export const STEP: Readonly<Record<Step, string>> = {
  taken: 'tomado',
  signed: 'firmado',
  sending: 'enviando',
  asked: 'consultado',
  waiting: 'en espera',
  accepted: 'aceptado',
  rejected: 'rechazado',
  review: 'a revisión',
  late: 'tarde',
  cdr: 'constancia guardada',
  resumed: 'reanudado',
  resolved: 'resuelto',
  woken: 'despertado',
  moved: 'pasado a otro ambiente',
};

export const WAITING: Readonly<Record<WaitClass, string>> = {
  unreachable: 'no se llega a SUNAT',
  unknown: 'se envió y no se sabe qué fue de él',
  unavailable: 'SUNAT no puede atender ahora',
  throttled: 'SUNAT pide ir más despacio',
  in_process: 'SUNAT lo está procesando',
  paused: 'el negocio está en pausa',
  trouble: 'falta algo nuestro: el almacén de archivos o una clave',
};

export const REVIEW: Readonly<Record<ReviewReason, string>> = {
  crashes: 'tres intentos seguidos terminaron sin una palabra',
  foreign_number: 'SUNAT tiene otro comprobante con ese número',
  unproven: 'SUNAT tiene algo con ese número y no consta que sea este comprobante',
  other_document: 'la respuesta de SUNAT nombra otro comprobante',
  unreadable: 'la respuesta de SUNAT no se puede leer',
  contradiction: 'SUNAT dice que lo tiene y que no lo tiene',
  voided: 'SUNAT dice que fue dado de baja',
  unknown_code: 'SUNAT contestó un código desconocido',
  needs_decision: 'SUNAT contestó un código que pide la decisión de una persona',
  certificate: 'se firmó con un certificado que SUNAT no acepta',
  our_fault: 'el comprobante tiene un defecto que hay que corregir en el programa',
  cdr_signature: 'la firma de su constancia no es válida',
  broken: 'lo guardado no se puede leer o firmar',
  other_environment:
    'el negocio pasó a otro ambiente, y este comprobante pudo haberse enviado en el ' +
    'anterior o su número ya se usa en el nuevo',
  decided: 'dos personas ya lo decidieron, después de la copia de la base de datos que se restauró',
};

/** Steps whose detail begins with a key of a table above, as 'unknown: ECONNRESET'. */
const KEYED: Partial<Record<Step, Readonly<Record<string, string>>>> = {
  waiting: WAITING,
  review: REVIEW,
  resolved: RESOLUTION,
};

/** The detail of a row of the timeline, in Spanish. */
export function detailOf({ step, detail }: Pick<TimelineRow, 'step' | 'detail'>): string | null {
  const [, key = '', rest = ''] = /^(\w+)(.*)$/s.exec(detail ?? '') ?? [];
  const words = KEYED[step]?.[key];
  return words === undefined ? detail && plainError(detail) : words + plainError(rest);
}

export const STUCK: Readonly<Record<StuckReason, string>> = {
  review: 'en revisión',
  untouched: 'nadie lo ha tomado',
  unanswered: 'enviado y sin respuesta',
  paused: 'negocio en pausa',
  slow: 'demora más de lo normal',
  without_cdr: 'aceptado sin CDR',
};

export const ROLE: Readonly<Record<Role, string>> = {
  admin: 'admin',
  operator: 'operador',
  support: 'soporte',
  business: 'negocio',
};
