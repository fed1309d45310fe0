/**
 * Makes the document of a request, or the refusal by a rule that needs the business, its series or
 * today's date.
 */
import { Invalid, type IssueRequest, issuedAnswer, messageFor, Refusal } from '@rafaga/contract';
import type { NewDocument } from '@rafaga/db';
import { centsText, check, type DateText, lastDay, price, totalsJson } from '@rafaga/fiscal';
import type { Caller } from '../edge/callers.js';
import type { SaleFacts } from './neededFacts.js';

export interface Circumstances extends SaleFacts {
  caller: Pick<Caller, 'business' | 'series' | 'certificate' | 'hasAccess'>;
  now: Date;
  today: DateText;
  requestId: string;
}

/** @returns a 422 with every fault there is, or a 409 when the business is not set up to issue */
export function draft(
  { key, hash, sale, errores, otherTotals }: IssueRequest,
  { caller, now, today, requestId, ...facts }: Circumstances,
): NewDocument | Refusal {
  const { business, series } = caller;
  const priced = price(sale);
  const { faults, warnings } = check(priced, {
    today,
    issuer: { ruc: business.ruc, exonerationAllowed: business.exonerationAllowed },
    ...facts,
  });
  const own = series.filter(({ code, kind }) => code === sale.series && kind === sale.kind);
  if (!own.some(({ here, active }) => here && active))
    faults.push({
      at: ['series'],
      text: messageFor(
        own.length > 0 && !own.some(({ here }) => here) ? 'series_unbegun' : 'series_closed',
      ),
    });
  if (faults.length > 0) return new Invalid(errores(faults));
  const totals = totalsJson(priced.totals);
  const announced = [...otherTotals(totals), ...warnings];
  return (
    setupRefusal(caller, now) ?? {
      businessId: business.id,
      kind: sale.kind,
      series: sale.series,
      number: sale.number,
      reference: key,
      hash,
      issueDate: sale.issueDate,
      currency: sale.currency,
      client: sale.client,
      total: centsText(priced.totals.payable),
      sale: JSON.stringify(sale),
      totals: JSON.stringify(totals),
      warnings: announced.length > 0 ? JSON.stringify(announced) : null,
      answer: issuedAnswer(priced, { reference: key, ruc: business.ruc, warnings: announced }),
      requestId,
      deadline: lastDay(sale.kind, sale.issueDate),
    }
  );
}

/** The 409 for settings that would stop the worker later: it comes before a number is taken. */
function setupRefusal(
  { business, certificate, hasAccess }: Circumstances['caller'],
  now: Date,
): Refusal | undefined {
  if (!certificate) return new Refusal('certificate_missing');
  if (now < certificate.notBefore || now > certificate.notAfter)
    return new Refusal('certificate_expired');
  if (certificate.subjectRuc !== null && certificate.subjectRuc !== business.ruc)
    return new Refusal('certificate_of_another');
  if (!hasAccess) return new Refusal('access_missing');
  return undefined;
}
