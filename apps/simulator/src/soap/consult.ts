/** getStatus and getStatusCdr: answer the state of a factura, and refuse boletas as SUNAT does. */
import type { Authority } from '../authority.js';
import { CONSULT } from '../codes.js';
import { brokenZip } from '../documents/bombs.js';
import { cdrZip } from '../documents/cdr.js';
import { documentName } from '../documents/name.js';
import { outcome } from '../script/outcomes.js';
import { fault, statusResponse } from './answers.js';
import { gatewayReply } from './bodies.js';
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
  const chosen = authority.script.choose('consulta', {
    document: name.text,
    ruc: name.ruc,
    type: name.type,
  });
  const row = outcome(chosen.outcome);
  const refusal = refusalOf(name, request.username);
  const found = refusal ? undefined : authority.registry.find(name.text);
  const code =
    refusal ??
    (found
      ? operation === 'getStatusCdr'
        ? '0004'
        : found.verdict === 'rejected'
          ? '0002'
          : '0001'
      : '0011');
  await authority.ledger.append({
    service: operation,
    document: name.text,
    sha256: null,
    digest: null,
    outcome: chosen.by === 'default' ? 'consulta' : chosen.outcome,
    code,
    registered: false,
    by: chosen.by,
  });
  const timing = {
    manner: row.manner,
    ...(chosen.seconds === undefined ? {} : { seconds: chosen.seconds }),
  };
  const scripted =
    row.registers === undefined
      ? (gatewayReply(row.body) ?? fault(chosen.code ?? row.code ?? '0100'))
      : undefined;
  if (scripted) return { reply: scripted, ...timing };
  const content =
    found && operation === 'getStatusCdr'
      ? await cdrZip(found, authority.signXmlAs(row.signature))
      : undefined;
  const shown = content && row.body === 'broken-zip' ? brokenZip(content) : content;
  return { reply: statusResponse(operation, code, CONSULT[code], shown), ...timing };
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
