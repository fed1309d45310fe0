/** Clients that issue boletas one after another, also while servers are lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callsTo } from './api.js';

export interface Sold {
  id: number;
  /** As B001-7. */
  number: string;
}

/** A process that starts refuses sales for some seconds. */
const MOST_TRIES = 1_000;

/**
 * Repeats each reference until it has a 201, as the contract says.
 * @param sold gets every answered sale
 * @returns when there are enough, or when the API is gone
 */
export async function sell(
  port: number,
  credentials: Record<string, string>,
  sold: Sold[],
  enough: () => boolean,
): Promise<void> {
  const { boleta } = callsTo(port);
  while (!enough()) {
    const reference = `venta-${Math.random()}`;
    for (let tries = 1; !enough(); tries++) {
      const reply = await boleta(credentials, {}, reference).catch(() => undefined);
      if (reply === undefined) return;
      if (reply.status === 201) {
        const { id, numero_completo: number } = reply.json.datos;
        sold.push({ id, number });
        break;
      }
      if (tries === MOST_TRIES) throw new Error(`no 201 for ${reference}: ${reply.status}`);
      await sleep(50);
    }
  }
}
