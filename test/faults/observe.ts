/** Issues a single document of a scenario and observes it, and the health of processes. */
import { waitFor } from '../support/waitFor.js';
import type { Cluster } from './cluster.js';
import { post, type Sale } from './load.js';
import type { Tenant } from './tenant.js';

let count = 0;

/** Issues a boleta. @returns its id */
export async function issueDocument(cluster: Cluster, tenant: Tenant): Promise<number> {
  const sale: Sale = {
    reference: `aparte-${tenant.id}-${++count}`,
    kind: 'boletas',
    client: '45678912',
  };
  const answer = await post(cluster.apiPorts[0] as number, tenant, sale);
  if (answer?.status !== 201) throw new Error(`not issued: ${answer?.status} ${answer?.body}`);
  return (JSON.parse(answer.body) as { datos: { id: number } }).datos.id;
}

/** The steps of a document's timeline, in order. */
export async function timeline(cluster: Cluster, documentId: number): Promise<string[]> {
  const { rows } = await cluster.db.pool.query<{ step: string }>(
    'SELECT step FROM attempts WHERE document_id = $1 ORDER BY id',
    [documentId],
  );
  return rows.map(({ step }) => step);
}

/** Sends a command to Redis without the proxy, on a new connection. */
export async function redis(
  { redisUrl }: Pick<Cluster, 'redisUrl'>,
  command: [string, ...string[]],
): Promise<void> {
  const { Redis } = await import('ioredis');
  const client = new Redis(redisUrl);
  await client.call(...command);
  client.disconnect();
}

/** The answer of /readyz of the process at a port. */
export async function readyz(port: number): Promise<{ status: number; detalle: string[] }> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  const { detalle = [] } = (await answer.json()) as { detalle?: string[] };
  return { status: answer.status, detalle };
}

/** Waits until all processes report the condition with this word. */
export const allName = (ports: readonly number[], word: string): Promise<void> =>
  untilReported(ports, word, { by: 'all' });

/** Waits until no process reports the condition with this word. */
export const noneNames = (ports: readonly number[], word: string): Promise<void> =>
  untilReported(ports, word, { by: 'none' });

async function untilReported(
  ports: readonly number[],
  word: string,
  { by }: { by: 'all' | 'none' },
): Promise<void> {
  const reports = async (port: number) =>
    (await readyz(port)).detalle.some((one) => one.startsWith(`${word}:`));
  await waitFor(
    `${word} to be reported by ${by} of ${ports.join(', ')}`,
    async () =>
      (await Promise.all(ports.map(reports))).every((reported) => reported === (by === 'all')),
    { everyMs: 100 },
  );
}

/** Waits until the timeline of a document has a step. */
export const untilStep = (cluster: Cluster, documentId: number, step: string) =>
  waitFor(
    `the step ${step} of document ${documentId}`,
    async () => (await timeline(cluster, documentId)).includes(step),
    { withinMs: 180_000, everyMs: 100 },
  );
