/** A client of the simulator's /control, and its script as text. */
import { demo, installationEnv } from '../context/installation.js';
import { Failure, Misuse } from '../terminal/failure.js';
import { facts } from '../terminal/table.js';

export interface SimulatorState {
  siguientes: { outcome: string; times: number; service: string; document?: string }[];
  latencia: { ms: number; upTo: number };
  caida: { outage: string; services: string[] } | null;
  registrados: number;
  recibidos: Record<string, number>;
  resultados: Record<string, string>;
  /** For each outcome, the DNI and the RUC of a client that select it. */
  clientes: Record<string, [dni: string, ruc: string]>;
}

export async function callSimulator<T>(
  flags: { url?: string },
  method: 'GET' | 'POST',
  path: string,
  json?: object,
): Promise<T> {
  const env = installationEnv();
  const base = (
    flags.url ??
    env.RAFAGA_SIMULATOR_URL ??
    demo().simulator_url ??
    `http://127.0.0.1:${env.SIMULATOR_PORT ?? 3002}`
  ).replace(/\/+$/, '');
  const { got } = await import('got');
  const options = {
    method,
    ...(json ? { json } : {}),
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: 10_000 },
    responseType: 'json',
  } as const;
  const response = await got<T & { error?: string }>(`${base}/control${path}`, options).catch(
    async (error: Error) => {
      const { unreachable } = await import('@rafaga/runtime/unreachable');
      const reason =
        unreachable('El simulador', error) ??
        `El simulador no contesta en ${base}: ${error.message}`;
      throw new Failure(`${reason}. ¿Está en marcha npm start?`);
    },
  );
  const { statusCode, body } = response;
  if (statusCode === 200) return body;
  const text = body?.error ?? `El simulador contestó HTTP ${statusCode}.`;
  throw statusCode === 422 ? new Misuse([{ at: '', text }]) : new Failure(text);
}

export function stateText({
  siguientes,
  latencia,
  caida,
  registrados,
  recibidos,
}: SimulatorState): string {
  return facts([
    [
      'Guion',
      siguientes
        .map(
          ({ outcome, times, document }) =>
            `${outcome} × ${times}${document ? ` (${document})` : ''}`,
        )
        .join(' · ') || 'acepta todo',
    ],
    ['Demora', latencia.upTo > 0 ? `${latencia.ms} a ${latencia.upTo} ms` : 'ninguna'],
    ['Servicio', caida ? `caído (${caida.outage}): ${caida.services.join(', ')}` : 'en marcha'],
    ['Registrados', registrados],
    [
      'Recibidos',
      Object.entries(recibidos)
        .map(([name, count]) => `${name} ${count}`)
        .join(' · ') || 'ninguno',
    ],
  ]);
}
