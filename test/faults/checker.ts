/** Holds three ledgers against each other: what clients were told, what PostgreSQL knows, what the authority received. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ack, Load } from './load.js';
import type { Town } from './town.js';

export interface Findings {
  /** Promised and not there, or settled without the authority, or still open and nobody's. */
  lost: string[];
  /** There, and nobody asked for it. */
  unexpected: string[];
  /** Twice: a reference, a number, a registration, or two contents for one number. */
  duplicated: string[];
  /** More than one attempt, and one outcome. */
  recovered: number;
  inReview: number;
  documents: number;
  settledInMs: number;
}

interface Row {
  id: string;
  reference: string;
  name: string;
  series: string;
  number: number;
  state: string | null;
  stage: string | null;
  xml: string | null;
  attempts: number;
}

interface Receipt {
  service: string;
  document: string | null;
  sha256: string | null;
  registered: boolean;
  registration?: { verdict?: string };
}

const SETTLED_WITHIN_MS = 180_000;

const ROWS = `
  SELECT d.id, d.reference, b.ruc || '-' || CASE d.kind WHEN 'factura' THEN '01' ELSE '03' END || '-' || d.series || '-' || d.number AS name,
    d.series, d.number, o.state, e.stage, encode(f.sha256, 'hex') AS xml,
    (SELECT max(attempt)::int FROM attempts a WHERE a.document_id = d.id) AS attempts
  FROM documents d JOIN businesses b ON b.id = d.business_id LEFT JOIN outcomes o ON o.document_id = d.id
  LEFT JOIN emissions e ON e.document_id = d.id LEFT JOIN files f ON f.document_id = d.id AND f.kind = 'xml'
  WHERE d.business_id = $1`;

/** Waits until nothing is open that is not a person's, then looks. */
export async function check(town: Town, businessId: number, load: Load): Promise<Findings> {
  const began = performance.now();
  await load.done;
  const open = `SELECT count(*)::int AS count FROM emissions WHERE business_id = $1 AND stage <> 'review'`;
  while (performance.now() - began < SETTLED_WITHIN_MS && (await town.db.pool.query(open, [businessId])).rows[0].count > 0)
    await sleep(250);
  const settledInMs = Math.round(performance.now() - began);
  const { rows } = await town.db.pool.query<Row>(ROWS, [businessId]);
  const receipts = await receiptsOf(town, new Set(rows.map(({ name }) => name.slice(0, 11))));
  return {
    lost: lostOf(rows, receipts, load.acks),
    unexpected: unexpectedOf(rows, receipts, load),
    duplicated: [...duplicatedOf(rows, load.acks), ...registeredTwice(receipts)],
    recovered: rows.filter(({ attempts, state }) => attempts > 1 && state !== null).length,
    inReview: rows.filter(({ stage }) => stage === 'review').length,
    documents: rows.length,
    settledInMs,
  };
}

/** sendBill's receipts by document, of these issuers. */
async function receiptsOf(town: Town, rucs: Set<string>): Promise<Map<string, Receipt[]>> {
  const receipts = new Map<string, Receipt[]>();
  for await (const line of createInterface({ input: createReadStream(path.join(town.home, 'simulator/ledger.jsonl'), 'utf8') })) {
    const receipt = JSON.parse(line) as Receipt;
    if (receipt.service !== 'sendBill' || !receipt.document || !rucs.has(receipt.document.slice(0, 11))) continue;
    receipts.set(receipt.document, [...(receipts.get(receipt.document) ?? []), receipt]);
  }
  return receipts;
}

function lostOf(rows: Row[], receipts: Map<string, Receipt[]>, acks: Ack[]): string[] {
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  const promised = acks
    .filter(({ id, sale }) => byId.get(id)?.reference !== sale.reference)
    .map(({ id, sale }) => `${sale.reference}: document ${id} is not there`);
  const open = rows.filter(({ state, stage }) => state === null && stage !== 'review').map(({ name, stage }) => `${name}: still ${stage}`);
  const unsent = rows
    .filter(({ name, state }) => state === 'accepted' && !receipts.get(name)?.some(({ registered }) => registered))
    .map(({ name }) => `${name}: accepted, and the authority does not have it`);
  return [...promised, ...open, ...unsent];
}

function unexpectedOf(rows: Row[], receipts: Map<string, Receipt[]>, load: Load): string[] {
  const asked = new Set(load.sales.map(({ reference }) => reference));
  const names = new Set(rows.map(({ name }) => name));
  const other = rows
    .filter(({ name, xml }) => receipts.get(name)?.some(({ registered, sha256 }) => registered && sha256 !== xml))
    .map(({ name }) => `${name}: the XML that is kept is not the one that was registered`);
  return [
    ...load.wrong,
    ...rows
      .filter(({ reference }) => reference.startsWith('venta-') && !asked.has(reference))
      .map(({ reference }) => `${reference}: nobody asked for it`),
    ...[...receipts.keys()].filter((name) => !names.has(name)).map((name) => `${name}: the authority has it, and we do not`),
    ...other,
  ];
}

function duplicatedOf(rows: Row[], acks: Ack[]): string[] {
  const references = twice(rows.map(({ reference }) => reference)).map((reference) => `${reference}: two documents`);
  const told = twice(acks.map(({ id }) => String(id))).map((id) => `document ${id}: told to two references`);
  const gaps = [...new Set(rows.map(({ series }) => series))].flatMap((series) => {
    const numbers = rows.filter((row) => row.series === series).map(({ number }) => number);
    const whole = new Set(numbers).size === numbers.length && Math.max(...numbers) === numbers.length;
    return whole ? [] : [`${series}: ${numbers.length} documents up to number ${Math.max(...numbers)}`];
  });
  return [...references, ...told, ...gaps];
}

function registeredTwice(receipts: Map<string, Receipt[]>): string[] {
  return [...receipts].flatMap(([name, all]) => [
    ...(all.filter(({ registered }) => registered).length > 1 ? [`${name}: registered twice`] : []),
    ...(new Set(all.map(({ sha256 }) => sha256)).size > 1 ? [`${name}: sent with two contents`] : []),
  ]);
}

const twice = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);
