/** sendBill: receives a zipped invoice and answers with a CDR or a fault, as the script chooses. */
import type { Authority } from '../authority.js';
import { Problem } from '../documents/problem.js';
import { newTicket } from '../ledger/registry.js';
import { outcome } from '../script/outcomes.js';
import type { Chosen } from '../script/script.js';
import { billResponse, fault } from './answers.js';
import { cdrContent, gatewayReply } from './bodies.js';
import { timingOf } from './consultation.js';
import type { Delivery } from './deliver.js';
import type { SoapRequest } from './envelope.js';
import { openBill } from './openBill.js';
import { newReceipt, type Receipt, record, subject } from './receipt.js';
import { register, registerForeign } from './register.js';

export async function sendBill(authority: Authority, request: SoapRequest): Promise<Delivery> {
  const receipt = newReceipt();
  try {
    const xml = openBill(receipt, request, authority.strict);
    const chosen = authority.script.choose('envio', subject(receipt));
    Object.assign(receipt, { outcome: chosen.outcome, by: chosen.by });
    return await answer(authority, receipt, xml, chosen);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    Object.assign(receipt, {
      outcome: 'excepcion',
      by: 'rules',
      code: error.code,
      registered: false,
    });
    await record(authority, receipt);
    return { reply: fault(error.code, detail(error)), manner: 'send' };
  }
}

/** Answers with the chosen outcome; only a document that is to be registered is checked. */
async function answer(
  authority: Authority,
  receipt: Receipt,
  xml: Buffer,
  chosen: Chosen,
): Promise<Delivery> {
  const row = outcome(chosen.outcome);
  const code = chosen.code ?? row.code;
  const timing = timingOf(chosen);
  if (row.registers !== undefined) {
    const registration = register(authority, receipt, xml, { verdict: row.registers, code });
    await record(authority, receipt);
    const asFault = row.asFault && registration.verdict === 'rejected';
    return {
      reply: asFault
        ? fault(registration.code)
        : billResponse(
            await cdrContent(row.body, registration, authority.signXmlAs(row.signature)),
          ),
      ...timing,
    };
  }
  if (row.foreign) registerForeign(authority, receipt);
  receipt.code = code ?? null;
  await record(authority, receipt);
  return { reply: gatewayReply(row.body) ?? fault(code ?? '0100'), ...timing };
}

const detail = (problem: Problem): string =>
  `xxx.xxx.xxx value='ticket: ${newTicket()} error: INFO: ${problem.code} ` +
  `(${problem.detail ?? ''})'`;
