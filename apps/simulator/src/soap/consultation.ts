/** What the services that answer the state of a document share: the choice, receipt and reply. */
import type { Authority } from '../authority.js';
import type { DocumentName } from '../documents/name.js';
import { outcome, replacesCdr } from '../script/outcomes.js';
import type { Chosen } from '../script/script.js';
import type { Service } from '../script/services.js';
import { fault, type Reply } from './answers.js';
import { gatewayReply } from './bodies.js';
import type { Delivery } from './deliver.js';

export const chooseFor = (
  { script }: Authority,
  service: Service,
  { text, ruc, type }: DocumentName,
): Chosen => script.choose(service, { document: text, ruc, type });

export const recordConsultation = (
  { ledger }: Authority,
  service: 'getStatus' | 'getStatusCdr' | 'validarcomprobante',
  { text }: DocumentName,
  chosen: Chosen,
  code: string,
): Promise<unknown> =>
  ledger.append({
    service,
    document: text,
    sha256: null,
    digest: null,
    outcome: chosen.by === 'default' ? 'consulta' : chosen.outcome,
    code,
    registered: false,
    by: chosen.by,
  });

/** The reply of an outcome that is none of a consultation; undefined: the state is answered. */
export function scriptedReply({ outcome: name, code }: Chosen): Reply | undefined {
  const row = outcome(name);
  if (row.registers !== undefined || replacesCdr(row)) return undefined;
  return gatewayReply(row.body) ?? fault(code ?? row.code ?? '0100');
}

export const timingOf = ({ outcome: name, seconds }: Chosen): Omit<Delivery, 'reply'> => ({
  manner: outcome(name).manner,
  ...(seconds === undefined ? {} : { seconds }),
});
