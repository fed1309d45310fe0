/** sendBill: takes a zipped invoice, answers with its constancia or a fault, in the way the script asks for. */
import { createHash } from 'node:crypto';
import type { Authority } from '../authority.js';
import { textOf } from '../codes.js';
import { decodeXml, type Invoice, readInvoice } from '../documents/invoice.js';
import { type DocumentName, readName } from '../documents/name.js';
import { Problem } from '../documents/problem.js';
import { checkShape, judge, note } from '../documents/rules.js';
import { checkSignature } from '../documents/signature.js';
import { BrokenZip, type Entry, unzip } from '../documents/zip.js';
import type { NewReceipt } from '../ledger/ledger.js';
import type { Registration } from '../ledger/registry.js';
import { outcome, type Verdict } from '../script/outcomes.js';
import type { Chosen } from '../script/script.js';
import { fault } from './answers.js';
import { constancia, gatewayReply } from './bodies.js';
import type { Delivery } from './deliver.js';
import type { SoapRequest } from './envelope.js';

/** One receipt: what is known of it grows as it is read. */
interface Receipt extends NewReceipt {
  name?: DocumentName;
  invoice?: Invoice;
}

export async function sendBill(authority: Authority, request: SoapRequest): Promise<Delivery> {
  const receipt: Receipt = {
    service: 'sendBill',
    document: null,
    sha256: null,
    digest: null,
    outcome: 'aceptado',
    code: null,
    registered: false,
    by: 'rules',
  };
  try {
    const xml = open(receipt, request, authority.strict);
    const chosen = authority.script.choose('envio', subject(receipt));
    Object.assign(receipt, { outcome: chosen.outcome, by: chosen.by });
    return await answer(authority, receipt, xml, chosen);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    Object.assign(receipt, { outcome: 'excepcion', by: 'rules', code: error.code, registered: false });
    await record(authority, receipt);
    return { reply: fault(error.code, detail(error)), manner: 'send' };
  }
}

/** Follows the chosen outcome: the rules are asked only for what is going to be registered. */
async function answer(authority: Authority, receipt: Receipt, xml: Buffer, chosen: Chosen): Promise<Delivery> {
  const row = outcome(chosen.outcome);
  const code = chosen.code ?? row.code;
  const timing = { manner: row.manner, ...(chosen.seconds === undefined ? {} : { seconds: chosen.seconds }) };
  if (row.registers !== undefined) {
    const registration = register(authority, receipt, xml, row.registers, code);
    await record(authority, receipt);
    const asFault = row.asFault && registration.verdict === 'rejected';
    return { reply: asFault ? fault(registration.code) : await constancia(row.body, registration), ...timing };
  }
  if (row.foreign) takeByAnother(authority, receipt);
  receipt.code = code ?? null;
  await record(authority, receipt);
  return { reply: gatewayReply(row.body) ?? fault(code ?? '0100'), ...timing };
}

/** The zip, its one file and their names; then what the file says. */
function open(receipt: Receipt, request: SoapRequest, strict: boolean): Buffer {
  const fileName = request.fields.fileName ?? '';
  const name = fileName.toLowerCase().endsWith('.zip') ? readName(fileName.slice(0, -4)) : undefined;
  if (!name || (name.type !== '01' && name.type !== '03')) throw new Problem('0151', fileName);
  receipt.name = name;
  receipt.document = name.text;
  if (request.username?.slice(0, 11) !== name.ruc) throw new Problem('0154');
  const content = request.fields.contentFile ?? '';
  if (content === '') throw new Problem('0155');
  const file = theFile(Buffer.from(content, 'base64'), fileName);
  receipt.sha256 = createHash('sha256').update(file.content).digest('hex');
  receipt.invoice = readInvoice(decodeXml(file.content), { skim: !strict });
  receipt.digest = receipt.invoice.digest ?? null;
  return file.content;
}

function theFile(zip: Buffer, fileName: string): Entry {
  const files = filesOf(zip);
  const [file, ...others] = files.filter(({ name }) => name.toLowerCase().endsWith('.xml'));
  if (!file) throw new Problem(files.length === 0 ? '0155' : '0157');
  if (others.length > 0) throw new Problem('0158');
  if (!readName(file.name.slice(0, -4))) throw new Problem('0159', file.name);
  if (file.name.slice(0, -4) !== fileName.slice(0, -4)) throw new Problem('0161', file.name);
  if (file.content.length === 0) throw new Problem('0160');
  return file;
}

function filesOf(zip: Buffer): Entry[] {
  try {
    return unzip(zip).filter(({ name }) => !name.endsWith('/'));
  } catch (error) {
    if (error instanceof BrokenZip) throw new Problem('0156', error.message);
    throw error;
  }
}

/** Takes the number for this document, at once and for ever; who comes second hears 1033, or 1032 after a rejection. */
function register(authority: Authority, receipt: Receipt, xml: Buffer, wanted: Verdict, code: string | undefined): Registration {
  const { name, invoice } = receipt;
  if (!name || !invoice) throw new Problem('0306');
  checkShape(invoice, name);
  const earlier = authority.registry.find(name.text);
  if (earlier)
    throw new Problem(earlier.verdict === 'rejected' ? '1032' : '1033', `El comprobante ${name.text} fue informado anteriormente`);
  const now = new Date();
  if (authority.strict) {
    checkSignature(decodeXml(xml), now);
    authority.schema?.(xml);
  }
  const judgement = judge(invoice, name.type, now);
  const rejection = judgement.rejection ?? (wanted === 'rejected' ? (code ?? '2010') : undefined);
  const notes = wanted === 'observed' ? [note(code ?? '4252'), note('4208')] : judgement.notes;
  const verdict: Verdict = rejection !== undefined ? 'rejected' : notes.length > 0 ? 'observed' : 'accepted';
  const registration = registrationOf(receipt, name, invoice, verdict, rejection ?? '0', notes);
  authority.registry.register(registration);
  Object.assign(receipt, {
    registered: true,
    registration,
    code: registration.code,
    ...(judgement.rejection === undefined ? {} : { outcome: 'rechazado', by: 'rules' }),
  });
  return registration;
}

function registrationOf(
  receipt: Receipt,
  name: DocumentName,
  invoice: Invoice,
  verdict: Verdict,
  code: string,
  notes: readonly string[],
): Registration {
  const kind = name.type === '01' ? 'Factura' : 'Boleta';
  return {
    document: name.text,
    sha256: receipt.sha256 ?? '',
    verdict,
    code,
    description: code === '0' ? `La ${kind} numero ${name.series}-${name.number}, ha sido aceptada` : textOf(code),
    notes: verdict === 'rejected' ? [] : notes,
    ticket: ticket(),
    registeredAt: new Date().toISOString(),
    issueDate: invoice.issueDate ?? '',
    currency: invoice.currency ?? '',
    total: invoice.payable ?? '0',
    clientType: invoice.clientType ?? '-',
    client: invoice.client ?? '-',
    foreign: false,
  };
}

/** Another system's document under this number: other client, other total. */
function takeByAnother(authority: Authority, receipt: Receipt): void {
  const { name, invoice } = receipt;
  if (!name || !invoice || authority.registry.find(name.text)) return;
  const own = registrationOf(receipt, name, invoice, 'accepted', '0', []);
  const registration = { ...own, sha256: '0'.repeat(64), total: '1.18', clientType: '6', client: '20100070970', foreign: true };
  authority.registry.register(registration);
  receipt.registration = registration;
}

/** On disk before anything is answered. */
function record(authority: Authority, { name: _name, invoice: _invoice, ...receipt }: Receipt): Promise<void> {
  return authority.ledger.append(receipt);
}

function subject({ name, invoice }: Receipt): { document?: string; ruc?: string; type?: string; client?: string } {
  return {
    ...(name ? { document: name.text, ruc: name.ruc, type: name.type } : {}),
    ...(invoice?.client === undefined ? {} : { client: invoice.client }),
  };
}

const ticket = (): string => `${Date.now()}${String(Math.floor(Math.random() * 1_000)).padStart(3, '0')}`;

const detail = (problem: Problem): string =>
  `xxx.xxx.xxx value='ticket: ${ticket()} error: INFO: ${problem.code} (${problem.detail ?? ''})'`;
