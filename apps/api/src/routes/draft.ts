/**
 * Makes the document of a request, or the refusal by a rule that needs the business, its series or
 * today's date.
 */
import { Invalid, type IssueRequest, issuedAnswer, messageFor, Refusal } from '@rafaga/contract';
import type { NewDocument } from '@rafaga/db';
import {
  centsText,
  check,
  type DateText,
  lastDay,
  price,
  type Sale,
  totalsJson,
  withStatedRates,
} from '@rafaga/fiscal';
import type { Caller } from '../edge/callers.js';
import { boxedTexts } from './boxedTexts.js';
import type { SaleFacts } from './neededFacts.js';

export interface Circumstances extends SaleFacts {
  caller: Pick<Caller, 'business' | 'series' | 'certificate' | 'hasAccess'>;
  now: Date;
  today: DateText;
  requestId: string;
}

/** @returns a 422 with every fault there is, or a 409 when the business is not set up to issue */
export function draft(
  { key, hash, sale: sent, errores, sentPath, otherTotals }: IssueRequest,
  { caller, now, today, requestId, ...facts }: Circumstances,
): NewDocument | Refusal {
  const { business, series } = caller;
  const sale = withStatedRates(sent);
  const priced = price(sale);
  const { faults, warnings } = check(priced, {
    today,
    issuer: { ruc: business.ruc, exonerationAllowed: business.exonerationAllowed },
    ...facts,
  });
  const closed = seriesFault(series, sale);
  if (closed !== undefined) faults.push({ at: ['series'], text: closed });
  if (faults.length > 0) return new Invalid(errores(faults));
  const totals = totalsJson(priced.totals);
  const json = JSON.stringify(sale);
  const announced = [
    ...otherTotals(totals, priced.lines),
    ...[...warnings, ...boxedTexts(sale, json)].map((one) => ({ ...one, field: sentPath(one.at) })),
  ];
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
      sale: json,
      totals: JSON.stringify(totals),
      warnings: announced.length > 0 ? JSON.stringify(announced) : null,
      answer: issuedAnswer(priced, { reference: key, ruc: business.ruc, warnings: announced }),
      requestId,
      deadline: lastDay(sale.kind, sale.issueDate),
    }
  );
}

/** Why the series takes no document; undefined when it is active. */
function seriesFault(series: Caller['series'], sale: Sale): string | undefined {
  for (const { kind, code, here, active } of series)
    if (code === sale.series && kind === sale.kind && here && active) return undefined;
  const ofKind = series.filter(({ kind }) => kind === sale.kind);
  const own = ofKind.filter(({ code }) => code === sale.series);
  if (own.length > 0 && !own.some(({ here }) => here)) return messageFor('series_unbegun');
  const active = ofKind.flatMap(({ code, ...one }) => (one.here && one.active ? [code] : []));
  if (active.length === 0) return messageFor('series_closed');
  const valores = active.slice(0, MAX_NAMED).join(', ');
  return messageFor('series_inactive', undefined, { recibido: sale.series, valores });
}

/** The active series that a message names. */
const MAX_NAMED = 12;

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
