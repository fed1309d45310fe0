/** What a scenario must see of a single document. */

import { setTimeout as sleep } from 'node:timers/promises';
import { post, type Sale } from './load.js';
import type { Shop } from './shop.js';
import type { Town } from './town.js';

let count = 0;

/** @returns its id */
export async function issueDocument(town: Town, shop: Shop): Promise<number> {
  const sale: Sale = {
    reference: `aparte-${shop.id}-${++count}`,
    kind: 'boletas',
    client: '45678912',
  };
  const answer = await post(town.apiPorts[0] as number, shop, sale);
  if (answer?.status !== 201) throw new Error(`not issued: ${answer?.status} ${answer?.body}`);
  return (JSON.parse(answer.body) as { datos: { id: number } }).datos.id;
}

/** The steps of its timeline. */
export async function timeline(town: Town, documentId: number): Promise<string[]> {
  const { rows } = await town.db.pool.query<{ step: string }>(
    'SELECT step FROM attempts WHERE document_id = $1 ORDER BY id',
    [documentId],
  );
  return rows.map(({ step }) => step);
}

/** Past the proxy, on a connection of its own. */
export async function redis(
  { redisUrl }: Pick<Town, 'redisUrl'>,
  command: [string, ...string[]],
): Promise<void> {
  const { Redis } = await import('ioredis');
  const client = new Redis(redisUrl);
  await client.call(...command);
  client.disconnect();
}

/** What /readyz says, of a process that listens there. */
export async function readyz(port: number): Promise<{ status: number; detalle: string[] }> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
  const { detalle = [] } = (await answer.json()) as { detalle?: string[] };
  return { status: answer.status, detalle };
}

/** Waits until every one of them names a condition by this word, or none does. */
export async function allName(
  ports: readonly number[],
  word: string,
  wanted = true,
): Promise<void> {
  const names = async (port: number) =>
    (await readyz(port)).detalle.some((one) => one.startsWith(`${word}:`));
  while (!(await Promise.all(ports.map(names))).every((named) => named === wanted))
    await sleep(100);
}
