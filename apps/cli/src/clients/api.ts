/** A client of the public API: finds its address and credentials, and returns answers as values. */
import { demo, installationEnv } from '../context/installation.js';
import { Failure, Misuse } from '../terminal/failure.js';

export interface ApiFlags {
  url?: string;
  clave?: string;
  secreto?: string;
}

export const API_OPTIONS = {
  '--url <url>':
    'dirección de la API, terminada en /v1 (lo usual: RAFAGA_BASE_URL, o la de npm start)',
  '--clave <api_key>': 'api_key, o RAFAGA_API_KEY en el entorno (lo usual: la de demostración)',
  '--secreto <api_secret>': 'su secreto, o RAFAGA_API_SECRET en el entorno',
};

export interface ApiAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

export interface Api {
  baseUrl: string;
  call(
    method: 'GET' | 'POST',
    path: string,
    options?: { json?: unknown; headers?: Record<string, string> },
  ): Promise<ApiAnswer>;
}

const TIMEOUT_MS = 30_000;

export function createApi(flags: ApiFlags): Api {
  const env = installationEnv();
  const demoFile = demo();
  const baseUrl = (
    flags.url ??
    env.RAFAGA_BASE_URL ??
    demoFile.base_url ??
    `http://127.0.0.1:${env.API_PORT ?? 3000}/v1`
  ).replace(/\/+$/, '');
  const apiKey = flags.clave ?? env.RAFAGA_API_KEY ?? demoFile.business?.api_key;
  const apiSecret =
    flags.secreto ??
    env.RAFAGA_API_SECRET ??
    (apiKey === demoFile.business?.api_key ? demoFile.business?.api_secret : undefined);
  if (!apiKey || !apiSecret)
    throw new Misuse([
      {
        at: apiKey ? '--secreto' : '--clave',
        text:
          'falta: las credenciales son --clave y --secreto, ' +
          'o RAFAGA_API_KEY y RAFAGA_API_SECRET.',
      },
    ]);
  if (!URL.canParse(baseUrl)) throw new Failure(`La dirección de la API no es válida: ${baseUrl}`);
  return {
    baseUrl,
    async call(method, path, { json, headers = {} } = {}) {
      const { got } = await import('got');
      const response = await got(`${baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret, ...headers },
        ...(json === undefined ? {} : { json }),
        responseType: 'buffer',
        throwHttpErrors: false,
        followRedirect: false,
        retry: { limit: 0 },
        timeout: { request: TIMEOUT_MS },
      }).catch(unanswered);
      return { status: response.statusCode, headers: response.headers, body: response.body };
    },
  };
}

async function unanswered(error: Error): Promise<never> {
  const { unreachable } = await import('@rafaga/runtime/unreachable');
  throw new Failure(`${unreachable('La API', error) ?? `La API no contestó: ${error.message}`}.`);
}

export interface Envelope {
  estado?: string;
  mensaje?: string;
  codigo?: string;
  errores?: Record<string, string[]>;
  datos?: Record<string, unknown> & { id?: number; numero_completo?: string };
}

/** @throws Failure when the answer is not the API's, for example another program's */
export function envelopeOf({ body, status }: ApiAnswer): Envelope {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // not JSON
  }
  throw new Failure(`La respuesta (HTTP ${status}) no es de la API de Ráfaga.`, { http: status });
}

/** The Failure for a refusal of the API, with a line for each fault. */
export function refusal({ status }: ApiAnswer, { mensaje, codigo, errores }: Envelope): Failure {
  const faults = Object.entries(errores ?? {}).flatMap(([at, texts]) =>
    texts.map((text) => `  ${at}: ${text}`),
  );
  const text = [`${mensaje ?? 'La API no aceptó la petición.'} (HTTP ${status})`, ...faults].join(
    '\n',
  );
  return new Failure(text, {
    http: status,
    ...(codigo ? { codigo } : {}),
    ...(errores ? { errores } : {}),
  });
}
