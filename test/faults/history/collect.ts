/**
 * Collects the history of a tenant: the answers that its clients got, what the database has and the
 * API serves, and the ledger of the simulator.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { unzip } from '../../../apps/simulator/src/documents/zip.js';
import { waitFor } from '../../support/waitFor.js';
import type { Cluster } from '../cluster.js';
import type { Tenant } from '../tenant.js';
import { contentOfXml } from './content.js';
import type { HeldDocument, History, Receipt } from './history.js';

const ROWS = `
  SELECT d.id::float8 AS id, d.reference, d.client_document AS client, d.total::text AS total,
    d.answer, o.state, o.evidence, e.stage,
    b.ruc || '-' || CASE d.kind WHEN 'factura' THEN '01' ELSE '03' END || '-' || d.series
      || '-' || d.number AS name,
    e.review_reason AS "reviewReason",
    concat_ws(' ', e.retry_class, e.last_code, e.last_error, 'not before', e.not_before,
      'next', e.next_at, e.lease_owner, b.pause_reason) AS "waitsFor",
    encode(x.sha256, 'hex') AS xml, encode(c.sha256, 'hex') AS cdr,
    coalesce((SELECT max(attempt)::int FROM attempts a WHERE a.document_id = d.id), 0) AS attempts
  FROM documents d JOIN businesses b ON b.id = d.business_id
  LEFT JOIN outcomes o ON o.document_id = d.id
  LEFT JOIN emissions e ON e.document_id = d.id
  LEFT JOIN files x ON x.document_id = d.id AND x.kind = 'xml'
  LEFT JOIN files c ON c.document_id = d.id AND c.kind = 'cdr'
  WHERE d.business_id = $1 ORDER BY d.id`;

type Row = Omit<HeldDocument, 'files' | 'xml' | 'cdr'> & { xml: string | null; cdr: string | null };

const AT_ONCE = 8;

export async function collect(cluster: Cluster, tenant: Tenant): Promise<History> {
  const { rows } = await cluster.db.pool.query<Row>(ROWS, [tenant.id]);
  const documents: HeldDocument[] = [];
  const waiting = rows.entries();
  const take = async () => {
    for (const [index, row] of waiting) documents[index] = await heldDocument(cluster, tenant, row);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return { calls: tenant.calls, documents, receipts: await receiptsOf(cluster, tenant.ruc) };
}

async function heldDocument(
  cluster: Cluster,
  tenant: Tenant,
  { xml, cdr, ...row }: Row,
): Promise<HeldDocument> {
  const document: HeldDocument = { ...row, files: { ...(xml && { xml }), ...(cdr && { cdr }) } };
  const servedXml = xml ? await served(cluster, tenant, row, 'xml') : undefined;
  const servedCdr = cdr ? await served(cluster, tenant, row, 'cdr') : undefined;
  if (servedXml) document.xml = { sha256: sha256(servedXml), content: contentOfXml(servedXml) };
  if (servedCdr) document.cdr = { sha256: sha256(servedCdr), ...readTicket(servedCdr) };
  return document;
}

const WITHIN_MS = 20_000;

/** Downloads a file as a client does; undefined when there is none. */
async function served(
  cluster: Cluster,
  tenant: Tenant,
  { id, name }: Pick<Row, 'id' | 'name'>,
  kind: 'xml' | 'cdr',
): Promise<Buffer | undefined> {
  const route = name.slice(12, 14) === '01' ? 'facturas' : 'boletas';
  const [port] = cluster.apiPorts as [number];
  const url = `http://127.0.0.1:${port}/v1/${route}/${id}/${kind}`;
  let last = 'no answer';
  const { found } = await waitFor(
    () => `${kind} of ${name}: ${last}`,
    async () => {
      const answer = await fetch(url, { headers: tenant.credentials }).catch(() => undefined);
      if (answer?.ok) return { found: Buffer.from(await answer.arrayBuffer()) };
      if (answer) last = `${answer.status} ${await answer.text()}`;
      return answer?.status === 404 && { found: undefined };
    },
    { withinMs: WITHIN_MS, everyMs: 250 },
  );
  return found;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The number of a CDR and the document that it names, read with the simulator's code, not ours. */
function readTicket(zip: Buffer): { ticket: string; documentName: string } {
  const file = unzip(zip).find(({ name }) => name.endsWith('.xml'));
  const ticket = /<cbc:ID>(\d+)<\/cbc:ID>/.exec(file?.content.toString() ?? '')?.[1] ?? '';
  return { ticket, documentName: /^R-(.+)\.xml$/.exec(file?.name ?? '')?.[1] ?? '' };
}

/** Every request of an issuer that the simulator received. */
async function receiptsOf(cluster: Cluster, ruc: string): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  const ledger = createReadStream(path.join(cluster.home, 'simulator/ledger.jsonl'), 'utf8');
  for await (const line of createInterface({ input: ledger })) {
    const receipt = JSON.parse(line) as Receipt;
    if (receipt.document?.startsWith(ruc)) receipts.push(receipt);
  }
  return receipts;
}
