/** getStatus and getStatusCdr: answer the state of a factura, and refuse boletas as SUNAT does. */
import type { Authority } from '../authority.js';
import { CONSULT } from '../codes.js';
import { documentName } from '../documents/name.js';
import type { Registration } from '../ledger/registry.js';
import { outcome } from '../script/outcomes.js';
import type { Chosen } from '../script/script.js';
import { statusResponse } from './answers.js';
import { cdrContent } from './bodies.js';
import { chooseFor, recordConsultation, scriptedReply, timingOf } from './consultation.js';
import type { Delivery } from './deliver.js';
import type { SoapRequest } from './envelope.js';

type ConsultCode = keyof typeof CONSULT;
export type Consultation = 'getStatus' | 'getStatusCdr';

export async function consult(
  authority: Authority,
  request: SoapRequest,
  operation: Consultation,
): Promise<Delivery> {
  const { fields } = request;
  const name = documentName(
    fields.rucComprobante ?? '',
    fields.tipoComprobante ?? '',
    (fields.serieComprobante ?? '').toUpperCase(),
    Number(fields.numeroComprobante ?? ''),
  );
  const chosen = chooseFor(authority, 'consulta', name);
  const refusal = refusalOf(name, request.username);
  const found = refusal ? undefined : authority.registry.find(name.text);
  const code = refusal ?? stateOf(found, operation);
  await recordConsultation(authority, operation, name, chosen, code);
  const timing = timingOf(chosen);
  const scripted = scriptedReply(chosen);
  if (scripted) return { reply: scripted, ...timing };
  const cdr =
    found && operation === 'getStatusCdr' ? await cdrOf(authority, found, chosen) : undefined;
  return { reply: statusResponse(operation, code, CONSULT[code], cdr), ...timing };
}

function stateOf(found: Registration | undefined, operation: Consultation): ConsultCode {
  if (!found) return '0011';
  if (operation === 'getStatusCdr') return '0004';
  return found.verdict === 'rejected' ? '0002' : '0001';
}

function cdrOf(
  authority: Authority,
  found: Registration,
  chosen: Chosen,
): Promise<Buffer | string> {
  const { body, signature } = outcome(chosen.outcome);
  return cdrContent(body, found, authority.signXmlAs(signature));
}

function refusalOf(
  { ruc, type, series, number }: { ruc: string; type: string; series: string; number: number },
  username: string | undefined,
): ConsultCode | undefined {
  if (!/^\d{11}$/.test(ruc)) return '0008';
  if (!/^\d{2}$/.test(type)) return '0005';
  if (!['01', '07', '08'].includes(type)) return '0009';
  if (!/^[A-Z0-9]{4}$/.test(series)) return '0006';
  if (!series.startsWith('F')) return '0010';
  if (!Number.isSafeInteger(number) || number < 1) return '0007';
  if (username?.slice(0, 11) !== ruc) return '0012';
  return undefined;
}
