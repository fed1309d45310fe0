/** Makes one HTTP call with any method, headers and bytes. */
import { Agent, request } from 'node:http';

export interface Call {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends the body in chunks, without Content-Length. */
  chunked?: boolean;
}

export interface Reply {
  status: number;
  headers: Record<string, string | undefined>;
  bytes: Buffer;
  text: string;
  /** The body as JSON; throws when it is not JSON. */
  json: Envelope;
}

export interface Envelope {
  estado: string;
  mensaje: string;
  codigo?: string;
  errores?: Record<string, string[]>;
  solicitud_id?: string;
  /** The document of a reference that was used before. */
  comprobante?: Record<string, unknown>;
  datos: Record<string, unknown> & { id: number; numero_completo: string };
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 });

export function send(
  port: number,
  { method = 'GET', path, headers = {}, body, chunked = false }: Call,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length: Record<string, string> =
      body === undefined || chunked ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const req = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const reply = {
            status: res.statusCode ?? 0,
            headers: res.headers as Reply['headers'],
            bytes,
            text: bytes.toString('utf8'),
          };
          resolve(
            Object.defineProperty(reply, 'json', {
              get: () => JSON.parse(reply.text) as Envelope,
            }) as Reply,
          );
        });
      },
    );
    req.on('error', reject);
    if (chunked && body !== undefined) {
      const bytes = Buffer.from(body);
      for (let at = 0; at < bytes.length; at += 65_536) req.write(bytes.subarray(at, at + 65_536));
      req.end();
    } else req.end(body);
  });
}
