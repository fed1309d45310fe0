/**
 * Reads a form within size limits and gives its fields one by one, so that no object with keys of
 * the sender's choice is passed on.
 */
import type { IncomingMessage } from 'node:http';
import { PageRefusal } from './pageRefusal.js';

export interface Form {
  /** Trimmed; '' when absent. */
  text(name: string): string;
  /** As typed: passwords. */
  raw(name: string): string;
  checked(name: string): boolean;
  all(name: string): string[];
  /** Undefined when none was chosen. */
  file(name: string): Promise<Buffer | undefined>;
  /** The name of the chosen file, as its owner's machine calls it; '' when none was chosen. */
  fileName(name: string): string;
  names(): readonly string[];
  /** Every field in its order. */
  entries(): Iterable<[string, string | Blob]>;
}

const MAX_TEXT_BYTES = 64 * 1024;
const MAX_UPLOAD_BYTES = 1_200_000;
const MAX_FIELDS = 500;

export const EMPTY_FORM: Form = formOf(new URLSearchParams());

/** @throws PageRefusal when the body is too large or no form */
export async function readForm(req: IncomingMessage): Promise<Form> {
  const type = req.headers['content-type'] ?? '';
  const withFiles = /^multipart\/form-data;/i.test(type);
  if (!withFiles && !/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new PageRefusal(400, 'Eso no es un formulario.');
  const body = await readBody(req, withFiles ? MAX_UPLOAD_BYTES : MAX_TEXT_BYTES);
  if (!withFiles) return formOf(new URLSearchParams(body.toString('utf8')));
  try {
    return formOf(
      await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData(),
    );
  } catch {
    throw new PageRefusal(400, 'El formulario llegó incompleto. Vuelve a intentarlo.');
  }
}

async function readBody(req: IncomingMessage, most: number): Promise<Buffer> {
  const tooBig = new PageRefusal(
    413,
    'Lo enviado pesa demasiado: un certificado tiene hasta 64 kB; un logo, 500 kB; una ' +
      'constancia, 1 MB.',
  );
  if (Number(req.headers['content-length'] ?? 0) > most) throw tooBig;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw tooBig;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Values = URLSearchParams | FormData;

/** The fields of a form that was read before, with its size limits. */
export function formOf(values: Values): Form {
  const entries = [...values] as [string, string | Blob][];
  if (entries.length > MAX_FIELDS)
    throw new PageRefusal(413, 'El formulario trae demasiados campos.');
  const all = (name: string): (string | Blob)[] => values.getAll(name) as (string | Blob)[];
  const raw = (name: string): string => {
    const first = all(name)[0];
    return typeof first === 'string' ? first : '';
  };
  return {
    raw,
    entries: () => entries,
    names: () => entries.map(([name]) => name),
    fileName: (name) =>
      all(name).find((value): value is File => value instanceof File && value.size > 0)?.name ?? '',
    text: (name) => raw(name).trim(),
    checked: (name) => all(name).length > 0,
    all: (name) => all(name).filter((value) => typeof value === 'string'),
    async file(name) {
      const first = all(name).find((value) => typeof value !== 'string');
      return first && first.size > 0 ? Buffer.from(await first.arrayBuffer()) : undefined;
    },
  };
}
