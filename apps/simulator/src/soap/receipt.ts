/** One receipt of sendBill, whose members are set while the request is read. */
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

/** Writes the receipt to disk, before its answer; if that fails, nothing is registered. */
export async function record(
  { ledger, registry }: Authority,
  { name: _name, invoice: _invoice, ...receipt }: Receipt,
): Promise<void> {
  try {
    await ledger.append(receipt);
  } catch (error) {
    if (receipt.registration) registry.withdraw(receipt.registration);
    throw error;
  }
}

/** The properties by which the script chooses an outcome. */
export function subject({ name, invoice }: Receipt): Subject {
  return {
    ...(name ? { document: name.text, ruc: name.ruc, type: name.type } : {}),
    ...(invoice?.client === undefined ? {} : { client: invoice.client }),
  };
}
