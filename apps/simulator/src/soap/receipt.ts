/** One receipt of sendBill: its members are set while it is read. */
import type { Authority } from '../authority.js';
import type { Invoice } from '../documents/invoice.js';
import type { DocumentName } from '../documents/name.js';
import type { NewReceipt } from '../ledger/ledger.js';
import type { Subject } from '../script/script.js';

export interface Receipt extends NewReceipt {
  name?: DocumentName;
  invoice?: Invoice;
}

export const newReceipt = (): Receipt => ({
  service: 'sendBill',
  document: null,
  sha256: null,
  digest: null,
  outcome: 'aceptado',
  code: null,
  registered: false,
  by: 'rules',
});

/** On disk before anything is answered. */
export function record(
  authority: Authority,
  { name: _name, invoice: _invoice, ...receipt }: Receipt,
): Promise<void> {
  return authority.ledger.append(receipt);
}

/** The properties that the script chooses by. */
export function subject({ name, invoice }: Receipt): Subject {
  return {
    ...(name ? { document: name.text, ruc: name.ruc, type: name.type } : {}),
    ...(invoice?.client === undefined ? {} : { client: invoice.client }),
  };
}
