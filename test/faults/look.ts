/** What a scenario must see of a single document. */

import { post, type Sale } from './load.js';
import type { Shop } from './shop.js';
import type { Town } from './town.js';

let count = 0;

/** @returns its id */
export async function issueDocument(town: Town, shop: Shop): Promise<number> {
  const sale: Sale = { reference: `aparte-${shop.id}-${++count}`, kind: 'boletas', client: '45678912' };
  const answer = await post(town.apiPorts[0] as number, shop, sale);
  if (answer?.status !== 201) throw new Error(`not issued: ${answer?.status} ${answer?.body}`);
  return (JSON.parse(answer.body) as { datos: { id: number } }).datos.id;
}

/** The steps of its timeline. */
export async function timeline(town: Town, documentId: number): Promise<string[]> {
  const { rows } = await town.db.pool.query<{ step: string }>('SELECT step FROM attempts WHERE document_id = $1 ORDER BY id', [documentId]);
  return rows.map(({ step }) => step);
}
