/**
 * Clients that follow the contract: they repeat a sale with the same reference after 409, 429, 503
 * or a broken connection, until they get a 201.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { limaToday } from '@rafaga/fiscal';
import type { Cluster } from './cluster.js';
import { type Body, contentOfBody } from './history/content.js';
import type { Call } from './history/history.js';

export interface Client {
  credentials: Record<string, string>;
  /** Every call that was made. */
  calls: Call[];
}

export interface Sale {
  reference: string;
  kind: 'boletas' | 'facturas';
  /** The client's document number: it can choose an outcome of the simulator. */
  client: string;
  /** Two at 29.50, if absent. */
  item?: { quantity: number; unitPrice: number };
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
  /** Unexpected answers to valid sales. */
  wrong: string[];
  /** Resolves when every sale has its 201. */
  done: Promise<void>;
  /** When that was, on the monotonic clock; 0 before. */
  soldAt: number;
}

const TRY_MS = 8_000;
const AGAIN_MS = 250;
const GIVE_UP_MS = 240_000;
const TWO_HOURS_MS = 7_200_000;

const CLIENTS = {
  facturas: ['20601234561', '20100070970', '20131312955'],
  boletas: ['45678912', '45678913', '41234567'],
} as const;
/** A price whose IGV is a whole number of céntimos, so that totals need no rounding. */
const UNIT_PRICE = 1.18;

/** Neighbouring sales differ, so that data of another sale is noticed. */
function plain(index: number): Omit<Sale, 'reference'> {
  const kind = index % 3 === 0 ? 'facturas' : 'boletas';
  const unitPrice = Number((UNIT_PRICE * (1 + (index % 97))).toFixed(2));
  const client = CLIENTS[kind][(index % 5) % CLIENTS[kind].length] as string;
  return { kind, client, item: { quantity: 1 + (index % 7), unitPrice } };
}

/** Starts `perSecond` sales a second for `seconds`, with the `odd` ones spread over the time. */
export function startLoad(
  cluster: Cluster,
  client: Client,
  {
    perSecond,
    seconds,
    odd = [],
  }: { perSecond: number; seconds: number; odd?: readonly Pick<Sale, 'kind' | 'client'>[] },
): Load {
  const run = randomBytes(4).toString('hex');
  const count = perSecond * seconds;
  const every = Math.max(1, Math.floor(count / Math.max(1, odd.length)));
  const load: Load = { sales: [], acks: [], wrong: [], done: Promise.resolve(), soldAt: 0 };
  const all: Promise<void>[] = [];
  load.done = (async () => {
    for (let index = 0; index < count; index++) {
      const what = (index % every === 0 && odd[index / every]) || plain(index);
      const sale = { reference: `venta-${run}-${index}`, ...plain(index), ...what };
      load.sales.push(sale);
      all.push(sell(cluster, client, sale, index, load));
      await sleep(1_000 / perSecond);
    }
    await Promise.all(all);
    load.soldAt = performance.now();
  })();
  return load;
}

async function sell(
  cluster: Cluster,
  client: Client,
  sale: Sale,
  index: number,
  load: Load,
): Promise<void> {
  const began = performance.now();
  for (let tries = 1; performance.now() - began < GIVE_UP_MS; tries++) {
    const port = cluster.apiPorts[(index + tries) % cluster.apiPorts.length] as number;
    const answer = await post(port, client, sale);
    if (answer?.status === 201) {
      const { datos } = JSON.parse(answer.body) as {
        datos: { id: number; numero_completo: string };
      };
      load.acks.push({
        sale,
        id: datos.id,
        number: datos.numero_completo,
        body: answer.body,
        tries,
        tookMs: performance.now() - began,
      });
      return;
    }
    if (answer && ![409, 429, 503].includes(answer.status))
      load.wrong.push(`${answer.status} ${answer.body}`);
    await sleep(AGAIN_MS);
  }
  load.wrong.push(`no 201 for ${sale.reference}`);
}

/** @returns undefined without a complete answer */
export async function post(
  port: number,
  { credentials, calls }: Client,
  sale: Sale & { issueDate?: string },
): Promise<{ status: number; body: string } | undefined> {
  const json = bodyOf(sale);
  const body = JSON.stringify(json);
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const call: Call = {
    reference: sale.reference,
    bodyHash,
    content: contentOfBody(json),
    sentAt: Date.now(),
  };
  calls.push(call);
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/${sale.kind}`, {
      method: 'POST',
      headers: {
        ...credentials,
        'Content-Type': 'application/json',
        'Idempotency-Key': sale.reference,
      },
      body,
      signal: AbortSignal.timeout(TRY_MS),
    });
    call.answered = { status: answer.status, body: await answer.text(), at: Date.now() };
    return { status: answer.status, body: call.answered.body };
  } catch {
    return undefined;
  }
}

const USUAL = { quantity: 2, unitPrice: 29.5 };

const bodyOf = ({
  kind,
  client,
  reference,
  issueDate,
  item = USUAL,
}: Sale & { issueDate?: string }): Body => ({
  serie: kind === 'boletas' ? 'B001' : 'F001',
  // two hours ago, so that a date near midnight is not in the future for a wrong clock
  fecha_emision: issueDate ?? limaToday(new Date(Date.now() - TWO_HOURS_MS)),
  cliente: {
    tipo_doc: kind === 'boletas' ? '1' : '6',
    num_doc: client,
    razon_social: 'Cafetería La Esquina E.I.R.L.',
  },
  items: [
    {
      codigo: 'CAF-250',
      descripcion: `Café de Chanchamayo 250 g (${reference})`,
      unidad: 'NIU',
      cantidad: item.quantity,
      precio_unitario: item.unitPrice,
    },
  ],
});
