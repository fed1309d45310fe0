/** Clients that follow the contract: one reference a sale, kept through 409, 429, 503 and every broken connection, until there is a 201. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { limaToday } from '@rafaga/fiscal';
import type { Town } from './town.js';

export interface Client {
  credentials: Record<string, string>;
}

export interface Sale {
  reference: string;
  kind: 'boletas' | 'facturas';
  /** The client's document number: by it the simulator can be told what to do. */
  client: string;
}

export interface Ack {
  sale: Sale;
  id: number;
  number: string;
  /** The bytes of the 201. */
  body: string;
  tries: number;
  tookMs: number;
}

export interface Load {
  sales: Sale[];
  acks: Ack[];
  /** Answers that no client may get for a good sale. */
  wrong: string[];
  /** Resolves when every sale has its 201. */
  done: Promise<void>;
}

const TRY_MS = 8_000;
const AGAIN_MS = 250;
const GIVE_UP_MS = 120_000;
const TWO_HOURS_MS = 7_200_000;

const plain = (index: number): Pick<Sale, 'kind' | 'client'> =>
  index % 3 === 0 ? { kind: 'facturas', client: '20601234561' } : { kind: 'boletas', client: '45678912' };

/** So many sales a second, for so many seconds; `odd` are sold among them, spread over the time. */
export function startLoad(
  town: Town,
  client: Client,
  { perSecond = 20, seconds, odd = [] }: { perSecond?: number; seconds: number; odd?: readonly Pick<Sale, 'kind' | 'client'>[] },
): Load {
  const run = randomBytes(4).toString('hex');
  const count = perSecond * seconds;
  const every = Math.max(1, Math.floor(count / Math.max(1, odd.length)));
  const load: Load = { sales: [], acks: [], wrong: [], done: Promise.resolve() };
  const all: Promise<void>[] = [];
  load.done = (async () => {
    for (let index = 0; index < count; index++) {
      const what = (index % every === 0 && odd[index / every]) || plain(index);
      const sale = { reference: `venta-${run}-${index}`, ...what };
      load.sales.push(sale);
      all.push(sell(town, client, sale, index, load));
      await sleep(1_000 / perSecond);
    }
    await Promise.all(all);
  })();
  return load;
}

async function sell(town: Town, client: Client, sale: Sale, index: number, load: Load): Promise<void> {
  const began = performance.now();
  for (let tries = 1; performance.now() - began < GIVE_UP_MS; tries++) {
    const port = town.apiPorts[(index + tries) % town.apiPorts.length] as number;
    const answer = await post(port, client, sale);
    if (answer?.status === 201) {
      const { datos } = JSON.parse(answer.body) as { datos: { id: number; numero_completo: string } };
      load.acks.push({ sale, id: datos.id, number: datos.numero_completo, body: answer.body, tries, tookMs: performance.now() - began });
      return;
    }
    if (answer && ![409, 429, 503].includes(answer.status)) load.wrong.push(`${answer.status} ${answer.body}`);
    await sleep(AGAIN_MS);
  }
  load.wrong.push(`no 201 for ${sale.reference}`);
}

/** Undefined when there was no whole answer. */
export async function post(
  port: number,
  { credentials }: Client,
  sale: Sale & { issueDate?: string },
): Promise<{ status: number; body: string } | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/${sale.kind}`, {
      method: 'POST',
      headers: { ...credentials, 'Content-Type': 'application/json', 'Idempotency-Key': sale.reference },
      body: JSON.stringify(bodyOf(sale)),
      signal: AbortSignal.timeout(TRY_MS),
    });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return undefined;
  }
}

const bodyOf = ({ kind, client, issueDate }: Sale & { issueDate?: string }) => ({
  serie: kind === 'boletas' ? 'B001' : 'F001',
  // not at midnight: which day it is there, a scenario of clocks decides by itself
  fecha_emision: issueDate ?? limaToday(new Date(Date.now() - TWO_HOURS_MS)),
  cliente: { tipo_doc: kind === 'boletas' ? '1' : '6', num_doc: client, razon_social: 'Cafetería La Esquina E.I.R.L.' },
  items: [{ codigo: 'CAF-250', descripcion: 'Café de Chanchamayo 250 g', unidad: 'NIU', cantidad: 2, precio_unitario: 29.5 }],
});
