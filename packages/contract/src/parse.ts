/** Parses a request to issue into a `Sale`, or refuses it with every fault of header and body. */
import type { Kind, PricedLine, Sale, TotalsJson } from '@rafaga/fiscal';
import type { Warning } from './answer.js';
import { canonicalHash } from './canonical.js';
import { collectFaults } from './collectFaults.js';
import { checkConsistency } from './consistency.js';
import { CONTRACT } from './contract.js';
import { Faults } from './faults.js';
import { received } from './received.js';
import { type Errores, Invalid, Refusal } from './refusal.js';
import { isObject } from './schemas/predicate.js';
import { statedLineTotals, statedTotals } from './statedTotals.js';
import { type SaleSettings, toSale } from './toSale.js';
import type { SaleFault } from './wirePath.js';

export interface IssueRequest {
  /** The sale's reference, as the caller named it. */
  key: string;
  /** Distinguishes a repetition from another sale. */
  hash: Buffer;
  sale: Sale;
  /** Faults that later rules find in the sale, under the names that the caller used. */
  errores(faults: readonly SaleFault[]): Errores;
  /** The field that the caller sent for a path of the sale. */
  sentPath(at: SaleFault['at']): string;
  /** The totals that the caller sent and that are not the computed ones. */
  otherTotals(computed: TotalsJson, lines: readonly PricedLine[]): Warning[];
}

export const IDEMPOTENCY_KEY = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** @throws Invalid with all faults, or Refusal when the body is not an object */
export function parseIssue(...request: Parameters<typeof issueSteps>): IssueRequest {
  const steps = issueSteps(...request);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * The same in steps of a millisecond or less, for a server that does other work between them. A
 * valid body takes one step.
 */
export function* issueSteps(
  kind: Kind,
  key: string | undefined,
  body: unknown,
  settings: SaleSettings,
  contract = CONTRACT,
): Generator<void, IssueRequest> {
  if (!isObject(body)) throw new Refusal('body_not_object');
  const rules = contract[kind];
  const faults = new Faults(rules.labelOf);
  checkKey(key, faults);
  if (rules.accepts(body) || (yield* collectFaults(rules, body, faults)))
    checkConsistency(kind, body, faults);
  faults.throwIfAny();
  return {
    key: key as string,
    hash: canonicalHash(kind, body),
    sale: toSale(kind, body, settings, contract),
    errores: (found) => rules.paths.errores(found, body),
    sentPath: (at) => rules.paths.sentPath(at, body),
    otherTotals: (computed, lines) => [
      ...statedTotals(body, computed),
      ...statedLineTotals(body, lines),
    ],
  };
}

/**
 * The refusal of a body with more values than any valid one, which is not parsed.
 * @param field the one that has too many in one place
 */
export function crowdedBody(key: string | undefined, field: string | undefined): Invalid {
  // the lists and objects of both kinds of document have the same names
  const { labelOf, described } = CONTRACT.boleta;
  const isField = field !== undefined && Object.hasOwn(described.keys ?? {}, field);
  const faults = new Faults((path) => (path.length > 0 ? labelOf(path) : 'El cuerpo'));
  checkKey(key, faults);
  faults.add(isField ? [field] : [], 'crowded');
  return new Invalid(faults.errores);
}

function checkKey(key: string | undefined, faults: Faults): void {
  if (key === undefined || key === '') faults.add('Idempotency-Key', 'key_required');
  else if (!IDEMPOTENCY_KEY.test(key))
    faults.add('Idempotency-Key', 'key_pattern', { recibido: received(key) });
}
