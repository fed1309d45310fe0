/** The operations of SUNAT, as people read them. */
import type { RequestCount } from '@rafaga/db';

export const OPERATION_NAMES: Readonly<Record<RequestCount['operation'], string>> = {
  sendBill: 'Envíos (sendBill)',
  getStatusCdr: 'Consultas de CDR (getStatusCdr)',
  validarcomprobante: 'Consulta integrada (validarcomprobante)',
};

export const OPERATIONS = Object.keys(OPERATION_NAMES) as RequestCount['operation'][];
