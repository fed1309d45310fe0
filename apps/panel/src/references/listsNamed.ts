/** What a search text may name: a day, an amount, a client, businesses by name, one by its RUC. */

import {
  type DocumentFilter,
  EVERY_BUSINESS,
  filterDocuments,
  findBusiness,
  findClientIds,
  isInScope,
  summarizeBusinesses,
  wordsOf,
} from '@rafaga/db';
import { isCalendarDate, peruvianDate } from '@rafaga/fiscal';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { listAddress } from './listAddress.js';
import { listFilter } from './listFilter.js';
import { readAmounts } from './readAmounts.js';

export interface NamedList {
  href: string;
  label: string;
}

/** Only lists that have something in them. */
export async function listsNamed(
  request: AuthenticatedRequest,
  term: string,
): Promise<NamedList[]> {
  const references = candidates(term).map(({ label, ...given }) =>
    referenceList(request, given, label),
  );
  const businesses = [businessNamed(request, term), businessList(request, term)];
  const lists = await Promise.all([...businesses, ...references]);
  return lists.filter((list): list is NamedList => list !== undefined);
}

interface Candidate {
  label: string;
  [filter: string]: string;
}

function candidates(term: string): Candidate[] {
  const day = dayOf(term);
  if (day) return [{ label: `Comprobantes del ${peruvianDate(day)}`, del: day, al: day }];
  const amount = amountOf(term);
  return [
    ...(amount ? [{ label: `Comprobantes por ${amount}`, monto: amount }] : []),
    ...(isClient(term) ? [{ label: `Comprobantes del cliente «${term}»`, cliente: term }] : []),
  ];
}

/** 21/11/2026, 21-11-2026 or 2026-11-21. */
function dayOf(term: string): string | undefined {
  const [, day = '', month = '', year] = /^(\d\d?)[/-](\d\d?)[/-](20\d\d)$/.exec(term) ?? [];
  const text = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : term;
  return isCalendarDate(text) ? text : undefined;
}

/** A whole number without a currency may be an id or a document: only a short one is an amount. */
function amountOf(term: string): string | undefined {
  if (/^\d{8,}$/.test(term) || term.includes('-')) return undefined;
  return readAmounts(term)?.least;
}

const isClient = (term: string): boolean =>
  /^[A-Z0-9-]{4,15}$/i.test(term) && /\d/.test(term)
    ? true
    : wordsOf(term).some((word) => word.length >= 3 && /[a-z]/.test(word));

async function referenceList(
  request: AuthenticatedRequest,
  given: Readonly<Record<string, string>>,
  label: string,
): Promise<NamedList | undefined> {
  const { filter } = listFilter({ now: request.now, query: (name) => given[name] ?? '' });
  const own = { ...filter, scope: request.scope };
  if (!(await hasAny(request, own))) return undefined;
  return { href: listAddress({ ver: 'emitidas', ...given }), label };
}

async function hasAny({ read }: AuthenticatedRequest, filter: DocumentFilter): Promise<boolean> {
  const { scope, clientDocument: document, clientWords: words } = filter;
  const client = { scope, document, words, limit: 1 };
  const known = await read((db) => findClientIds(db, client));
  if (known.length > 0) return true;
  const { rows } = await read((db) => filterDocuments(db, filter, { limit: 1, newestFirst: true }));
  return rows.length > 0;
}

/** A RUC may be that of a client of another business too. */
async function businessNamed(
  { read, scope }: AuthenticatedRequest,
  term: string,
): Promise<NamedList | undefined> {
  const business = /^\d{11}$/.test(term) ? await read((db) => findBusiness(db, term)) : null;
  return business && isInScope(scope, business.id)
    ? { href: `/negocios/${business.ruc}`, label: `Negocio ${business.legalName}` }
    : undefined;
}

async function businessList(
  { read, scope }: AuthenticatedRequest,
  term: string,
): Promise<NamedList | undefined> {
  if (scope !== EVERY_BUSINESS || !/\p{L}{3}/u.test(term)) return undefined;
  const [first, second] = await read((db) =>
    summarizeBusinesses(db, { scope, text: term, limit: 2 }),
  );
  if (!first) return undefined;
  return second
    ? { href: `/negocios?${new URLSearchParams({ texto: term })}`, label: `Negocios con «${term}»` }
    : { href: `/negocios/${first.business.ruc}`, label: `Negocio ${first.business.legalName}` };
}
