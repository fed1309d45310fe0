/** The filters of the lists of documents, and their SQL conditions. */
import type { Kind } from '@rafaga/fiscal';
import type { Environment } from '../admin/environments.js';
import type { ReviewReason, WaitClass } from '../exchange/emissionStates.js';
import type { Scope } from '../scope.js';
import { NO_ID_BEFORE_MS } from '../statistics/documentIdTime.js';

/** The states by which a list is filtered; `open` means not settled. */
export type DocumentState =
  | 'open'
  | 'pending'
  | 'review'
  | 'accepted'
  | 'presumed'
  | 'without_cdr'
  | 'rejected';

/** What a list is filtered by, within its businesses. */
export interface DocumentConditions {
  state?: DocumentState | undefined;
  kind?: Kind | undefined;
  series?: string | undefined;
  environment?: Environment | undefined;
  /** Documents recorded at this moment or later, and before that moment. */
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  /** The client's document, exactly. */
  clientDocument?: string | undefined;
  /** Beginnings of words in the client's name; with a document, either is enough. */
  clientWords?: readonly string[] | undefined;
  /** Bounds of the total, as decimal text; both are included. */
  total?: { least: string; most: string } | undefined;
  /** The last code of the authority. */
  code?: string | undefined;
  /** The class of the wait or the reason of the review. */
  reason?: ReviewReason | WaitClass | undefined;
  /** The latest deadline: 2026-11-21. */
  dueBy?: string | undefined;
  /** Settled at this moment or later. */
  settledFrom?: Date | undefined;
}

export interface DocumentFilter extends DocumentConditions {
  scope: Scope;
}

/** Adds a value to the parameters of a statement, and returns its placeholder. */
export type Bind = (value: unknown) => string;

export const bindTo =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`;

/** The smallest id of a document issued at this moment. */
const firstIdOf = (moment: Date): number => (moment.getTime() - NO_ID_BEFORE_MS) * 1_024;

/** SQL conditions on documents "d". */
export function documentConditions(filter: DocumentConditions, bind: Bind): string[] {
  const { kind, series, environment, total } = filter;
  return [
    kind && `d.kind = ${bind(kind)}`,
    series && `d.series = ${bind(series)}`,
    environment && `d.environment = ${bind(environment)}`,
    clientCondition(filter, bind),
    total && `d.total BETWEEN ${bind(total.least)}::numeric AND ${bind(total.most)}::numeric`,
  ].filter((condition): condition is string => Boolean(condition));
}

function clientCondition(filter: DocumentConditions, bind: Bind): string | undefined {
  const { clientDocument, clientWords = [] } = filter;
  const ofName = clientWords.map((word) => `search_name(d.client_name) ~ ${bind(`\\m${word}`)}`);
  const ways = [
    clientDocument && `d.client_document = ${bind(clientDocument)}`,
    ofName.length > 0 && ofName.join(' AND '),
  ].filter(Boolean);
  return ways.length > 0 ? `(${ways.join(' OR ')})` : undefined;
}

const STATES: Readonly<Record<DocumentState, string>> = {
  open: 'e.document_id IS NOT NULL',
  pending: `e.stage <> 'review'`,
  review: `e.stage = 'review'`,
  accepted: `o.state = 'accepted'`,
  presumed: `o.state = 'accepted' AND o.evidence = 'presumed'`,
  without_cdr: `o.state = 'accepted' AND o.without_cdr`,
  rejected: `o.state = 'rejected'`,
};

/** SQL conditions on emissions "e" and outcomes "o". */
export function stateConditions(filter: DocumentConditions, bind: Bind): string[] {
  const { state, code, reason, dueBy, settledFrom } = filter;
  return [
    state && STATES[state],
    code && `coalesce(o.code, e.last_code) = ${bind(code)}`,
    reason && `coalesce(e.review_reason, e.retry_class) = ${bind(reason)}`,
    dueBy && `e.deadline <= ${bind(dueBy)}::date`,
    settledFrom && `o.settled_at >= ${bind(settledFrom)}::timestamptz`,
  ].filter((condition): condition is string => Boolean(condition));
}

/** The range of ids that corresponds to the filter's times of issue. */
export function idRange({ createdFrom, createdBefore }: DocumentConditions): {
  from: number;
  before: number;
} {
  return {
    from: createdFrom ? Math.max(0, firstIdOf(createdFrom)) : 0,
    before: createdBefore ? Math.max(0, firstIdOf(createdBefore)) : Number.MAX_SAFE_INTEGER,
  };
}
