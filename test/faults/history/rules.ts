/** The rules that a history must keep: each returns one line for each violation. */
import type { Call, Content, HeldDocument, History, Registration } from './history.js';
import { isOurSend, registrationsOf } from './history.js';

type Rule = (history: History) => string[];

/** The columns of the printed table; all must be 0. */
export const COLUMNS = [
  'lost',
  'unexpected',
  'doubled',
  'falsely accepted',
  'falsely rejected',
  'foreign CDR',
] as const;
export type Column = (typeof COLUMNS)[number];

export const violations = (history: History): Record<Column, string[]> => ({
  lost: apply(LOST, history),
  unexpected: apply(UNEXPECTED, history),
  doubled: apply(DOUBLED, history),
  'falsely accepted': apply(FALSELY_ACCEPTED, history),
  'falsely rejected': apply(FALSELY_REJECTED, history),
  'foreign CDR': apply(FOREIGN_CDR, history),
});

const apply = (rules: readonly Rule[], history: History) => rules.flatMap((rule) => rule(history));

const LOST: readonly Rule[] = [
  ({ calls, documents }) => {
    const byId = new Map(documents.map((document) => [document.id, document]));
    return acknowledged(calls)
      .filter(({ id, reference }) => byId.get(id)?.reference !== reference)
      .map(({ id, reference }) => `${reference}: document ${id} is not there`);
  },
  ({ documents }) =>
    documents
      .filter(({ state, stage }) => state === null && stage !== 'review')
      .map(
        ({ name, stage, waitsFor }) =>
          `${name}: neither settled nor in review, but ` +
          `${stage ?? 'without an emission'} (${waitsFor})`,
      ),
  ({ documents }) =>
    documents
      .filter(({ stage, reviewReason }) => stage === 'review' && !reviewReason)
      .map(({ name }) => `${name}: in review without a reason`),
  ({ documents }) =>
    documents
      .filter(({ state, evidence, xml }) => state !== null && evidence !== 'person' && !xml)
      .map(({ name, state }) => `${name}: ${state}, and no signed XML is served`),
  ({ documents }) =>
    documents
      .filter(({ files, cdr }) => files.cdr !== undefined && !cdr)
      .map(({ name }) => `${name}: its CDR is in the table of files and is not served`),
];

const UNEXPECTED: readonly Rule[] = [
  ({ calls, documents }) => {
    const asked = new Set(calls.map(({ reference }) => reference));
    return documents
      .filter(({ reference }) => !asked.has(reference))
      .map(({ name, reference }) => `${name}: no client asked for ${reference}`);
  },
  ({ documents, receipts }) => {
    const ours = new Set(documents.map(({ name }) => name));
    const sent = new Set(receipts.filter(isOurSend).flatMap(({ document }) => document ?? []));
    return [...sent]
      .filter((name) => !ours.has(name))
      .map((name) => `${name}: was sent, and is no document of ours`);
  },
  ({ calls, documents }) => {
    const asked = new Map(calls.map(({ reference, content }) => [reference, content]));
    return documents.flatMap((document) => differences(document, asked.get(document.reference)));
  },
  ({ documents }) =>
    documents
      .filter(({ xml, files }) => xml && xml.sha256 !== files.xml)
      .map(({ name }) => `${name}: the XML that is served is not the one of the table of files`),
  ({ documents, receipts }) => {
    const byName = new Map(documents.map((document) => [document.name, document]));
    return receipts
      .filter((receipt) => isOurSend(receipt) && receipt.registered)
      .filter(({ document, sha256 }) => byName.get(document ?? '')?.files.xml !== sha256)
      .map(
        ({ document }) => `${document}: the XML that was registered is not the one that is kept`,
      );
  },
];

const DOUBLED: readonly Rule[] = [
  ({ documents }) =>
    twice(documents.map(({ reference }) => reference)).map(
      (reference) => `${reference}: two documents`,
    ),
  ({ documents }) =>
    twice(documents.map(({ name }) => name)).map((name) => `${name}: two documents`),
  ({ calls }) => {
    const told = new Map(
      acknowledged(calls).map(({ id, reference }) => [`${id} ${reference}`, id]),
    );
    return twice([...told.values()]).map((id) => `document ${id}: returned for two references`);
  },
  ({ calls }) =>
    grouped(acknowledged(calls), ({ reference }) => reference)
      .filter(([, all]) => new Set(all.map(({ body }) => body)).size > 1)
      .map(([reference]) => `${reference}: answered with different bytes`),
  ({ calls, documents }) => {
    const kept = new Map(documents.map(({ id, answer }) => [id, answer]));
    return acknowledged(calls)
      .filter(({ id, body }) => kept.has(id) && kept.get(id) !== body)
      .map(
        ({ reference }) => `${reference}: was answered with other bytes than those that are kept`,
      );
  },
  ({ receipts }) =>
    grouped(receipts.filter(isOurSend), ({ document }) => document ?? '')
      .filter(([name, all]) => name !== '' && new Set(all.map(({ sha256 }) => sha256)).size > 1)
      .map(([name]) => `${name}: sent with two contents`),
  ({ receipts }) =>
    twice(
      receipts
        .filter((receipt) => isOurSend(receipt) && receipt.registered)
        .map(({ document }) => document ?? ''),
    ).map((name) => `${name}: registered twice`),
  ({ documents }) =>
    grouped(documents, ({ name }) => name.slice(0, name.lastIndexOf('-'))).flatMap(
      ([series, all]) => {
        const numbers = all.map(({ name }) => Number(name.slice(series.length + 1)));
        const last = Math.max(...numbers);
        return last === new Set(numbers).size
          ? []
          : [`${series}: ${numbers.length} documents up to number ${last}`];
      },
    ),
];

/** Acceptances that are not by a person, compared with the registrations of the authority. */
const FALSELY_ACCEPTED: readonly Rule[] = [
  (history) =>
    settled(history, 'accepted')
      .filter(({ held }) => !held)
      .map(({ document: { name } }) => `${name}: the authority has nothing under it`),
  (history) =>
    settled(history, 'accepted')
      .filter(({ document, held }) => held && (held.foreign || held.sha256 !== document.files.xml))
      .map(
        ({ document: { name, evidence } }) =>
          `${name}: what the authority has is not ours (by ${evidence})`,
      ),
  (history) =>
    settled(history, 'accepted')
      .filter(({ document, held }) => isOurs(document, held) && held?.verdict === 'rejected')
      .map(({ document: { name } }) => `${name}: the authority rejected it`),
];

const FALSELY_REJECTED: readonly Rule[] = [
  (history) =>
    settled(history, 'rejected')
      .filter(({ document, held }) => isOurs(document, held) && held?.verdict !== 'rejected')
      .map(({ document: { name } }) => `${name}: the authority accepted it`),
  (history) =>
    settled(history, 'rejected')
      .filter(({ document, held }) => !isOurs(document, held))
      .map(
        ({ document: { name, evidence } }) =>
          `${name}: the authority rejected nothing of ours (by ${evidence})`,
      ),
];

const FOREIGN_CDR: readonly Rule[] = [
  (history) => {
    const held = registrationsOf(history);
    return history.documents
      .filter((document) => document.cdr && !isOurs(document, held.get(document.name)))
      .map(({ name }) => `${name}: a CDR is served, and nothing of ours was registered`);
  },
  (history) => {
    const held = registrationsOf(history);
    return history.documents
      .filter((document) => document.cdr && isOurs(document, held.get(document.name)))
      .filter(({ name, cdr }) => cdr?.ticket !== held.get(name)?.ticket)
      .map(({ name, cdr }) => `${name}: its CDR is of another registration (${cdr?.ticket})`);
  },
  ({ documents }) =>
    documents
      .filter(({ name, cdr }) => cdr && cdr.documentName !== name)
      .map(({ name, cdr }) => `${name}: its CDR is for ${cdr?.documentName}`),
];

/** Reviews by reason; `needless`: those whose number is not registered for another system. */
export function reviewsOf(history: History): {
  byReason: Record<string, number>;
  needless: string[];
} {
  const held = registrationsOf(history);
  const open = history.documents.filter(({ stage }) => stage === 'review');
  const byReason: Record<string, number> = {};
  for (const { reviewReason } of open)
    byReason[reviewReason ?? '?'] = (byReason[reviewReason ?? '?'] ?? 0) + 1;
  const needless = open.filter(({ name }) => held.get(name)?.foreign !== true);
  return {
    byReason,
    needless: needless.map(({ name, reviewReason }) => `${name}: ${reviewReason}`),
  };
}

interface Acknowledged {
  reference: string;
  id: number;
  body: string;
}

/** The calls that were answered with a document. */
function acknowledged(calls: readonly Call[]): Acknowledged[] {
  return calls.flatMap(({ reference, answered }) => {
    if (answered?.status !== 201) return [];
    const { datos } = JSON.parse(answered.body) as { datos: { id: number } };
    return [{ reference, id: datos.id, body: answered.body }];
  });
}

/** Documents that the authority settled, each with the registration of its number. */
function settled(history: History, state: 'accepted' | 'rejected') {
  const held = registrationsOf(history);
  return history.documents
    .filter((document) => document.state === state && document.evidence !== 'person')
    .map((document) => ({ document, held: held.get(document.name) }));
}

const isOurs = ({ files }: HeldDocument, held: Registration | undefined): boolean =>
  held !== undefined && !held.foreign && held.sha256 === files.xml;

/** Compares client and total, and through the signed XML everything that the client sent. */
function differences(
  { name, client, total, xml }: HeldDocument,
  asked: Content | undefined,
): string[] {
  if (!asked) return [];
  const row =
    client === asked.client && total === asked.total
      ? []
      : [`${name}: was sold to ${asked.client} for ${asked.total}`];
  const told = xml && JSON.stringify(xml.content) !== JSON.stringify(asked);
  return told
    ? [
        ...row,
        `${name}: the signed XML says ${JSON.stringify(xml.content)}, the client ` +
          `${JSON.stringify(asked)}`,
      ]
    : row;
}

function twice<T>(values: readonly T[]): T[] {
  const seen = new Set<T>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

function grouped<T>(values: readonly T[], by: (value: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(by(value));
    if (group) group.push(value);
    else groups.set(by(value), [value]);
  }
  return [...groups];
}
