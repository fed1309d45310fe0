/** Registers a document under its number: the received one, or one of another system. */
import type { Authority } from '../authority.js';
import type { Invoice } from '../documents/invoice.js';
import type { DocumentName } from '../documents/name.js';
import { Problem } from '../documents/problem.js';
import { applyRules, checkShape, note } from '../documents/rules.js';
import { checkSignature } from '../documents/signature.js';
import { descriptionOf } from '../ledger/description.js';
import { foreignRegistration } from '../ledger/foreign.js';
import { newTicket, type Registration } from '../ledger/registry.js';
import type { Verdict } from '../script/outcomes.js';
import type { Receipt } from './receipt.js';

/** @throws Problem for a registered number (1033, or 1032 after a rejection) or an invalid file */
export function register(
  authority: Authority,
  receipt: Receipt,
  xml: Buffer,
  wanted: { verdict: Verdict; code: string | undefined },
): Registration {
  const { name, invoice } = receipt;
  if (!name || !invoice) throw new Problem('0306');
  checkShape(invoice, name);
  const earlier = authority.registry.find(name.text);
  if (earlier)
    throw new Problem(
      earlier.verdict === 'rejected' ? '1032' : '1033',
      `El comprobante ${name.text} fue informado anteriormente`,
    );
  const now = new Date();
  if (authority.strict) {
    checkSignature(xml, now);
    authority.schema?.(xml);
  }
  const result = applyRules(invoice, name.type, now);
  const rejection =
    result.rejection ?? (wanted.verdict === 'rejected' ? (wanted.code ?? '2010') : undefined);
  const notes =
    wanted.verdict === 'observed' ? [note(wanted.code ?? '4252'), note('4208')] : result.notes;
  const verdict: Verdict =
    rejection !== undefined ? 'rejected' : notes.length > 0 ? 'observed' : 'accepted';
  const registration = registrationOf({
    name,
    invoice,
    sha256: receipt.sha256,
    verdict,
    code: rejection ?? '0',
    notes,
  });
  if (authority.script.showsHash && invoice.digest) registration.documentHash = invoice.digest;
  authority.registry.register(registration);
  Object.assign(receipt, {
    registered: true,
    registration,
    code: registration.code,
    ...(result.rejection === undefined ? {} : { outcome: 'rechazado', by: 'rules' }),
  });
  return registration;
}

interface RegistrationParts {
  name: DocumentName;
  invoice: Invoice;
  sha256: Receipt['sha256'];
  verdict: Verdict;
  code: string;
  notes: readonly string[];
}

function registrationOf(parts: RegistrationParts): Registration {
  const { name, invoice, verdict, code, notes } = parts;
  return {
    document: name.text,
    sha256: parts.sha256 ?? '',
    verdict,
    code,
    description: descriptionOf(name, code),
    notes: verdict === 'rejected' ? [] : notes,
    ticket: newTicket(),
    registeredAt: new Date().toISOString(),
    issueDate: invoice.issueDate ?? '',
    currency: invoice.currency ?? '',
    total: invoice.payable ?? '0',
    clientType: invoice.clientType ?? '-',
    client: invoice.client ?? '-',
    foreign: false,
  };
}

/** Registers a document of another system, with another client and total, under this number. */
export function registerForeign(authority: Authority, receipt: Receipt): void {
  const { name, invoice } = receipt;
  if (!name || !invoice || authority.registry.find(name.text)) return;
  const { issueDate, currency } = invoice;
  const registration = foreignRegistration(name, {
    ...(issueDate && { issueDate }),
    ...(currency && { currency }),
  });
  authority.registry.register(registration);
  receipt.registration = registration;
}
