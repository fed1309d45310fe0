/**
 * Reads a form within size limits and gives its fields one by one, so that no object with keys
 * chosen by the sender is passed on.
 */
import type { IncomingMessage } from 'node:http';
import { growingBytes } from './growingBytes.js';
import { readTrimmed } from './multipart.js';
import { PageRefusal } from './pageRefusal.js';

export interface Form {
  /** Trimmed; '' when absent. */
  text(name: string): string;
  /** Not trimmed, for passwords. */
  raw(name: string): string;
  checked(name: string): boolean;
  all(name: string): string[];
  /** The size of a file that was dropped because it is too large for any field of the panel. */
  oversize(name: string): number | undefined;
  /**
   * @returns undefined when no file was chosen
   * @throws PageRefusal when it was dropped
   */
  file(name: string): Promise<Buffer | undefined>;
  /** The name of the chosen file on the user's machine; '' when none was chosen. */
  fileName(name: string): string;
  names(): readonly string[];
  /** The sizes of all files that were dropped. */
  oversizes: ReadonlyMap<string, number>;
  /** All fields in order. */
  entries(): Iterable<[string, string | Blob]>;
}

const MAX_TEXT_BYTES = 64 * 1024;
const MAX_FIELDS = 500;
/** A CDR has up to 1 MB; a larger file, such as a photo, is read to its end and dropped. */
const UPLOAD_LIMITS = { part: 1_100_000, total: 1_300_000, wire: 64_000_000, parts: MAX_FIELDS };

export const EMPTY_FORM: Form = formOf(new URLSearchParams());

/** Whether the form contains files. */
export const isUpload = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data;/i.test(headers['content-type'] ?? '');

/**
 * @param hold called with the number of bytes before they are kept; it may throw
 * @throws PageRefusal when the body is too large or is not a form
 */
export async function readForm(
  req: IncomingMessage,
  hold: (bytes: number) => void = () => undefined,
): Promise<Form> {
  const type = req.headers['content-type'] ?? '';
  if (isUpload(req)) return readUpload(req, type, hold);
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new PageRefusal(400, 'Eso no es un formulario.');
  return formOf(new URLSearchParams((await readText(req)).toString('utf8')));
}

async function readUpload(
  req: IncomingMessage,
  type: string,
  hold: (bytes: number) => void,
): Promise<Form> {
  const [, boundary] = BOUNDARY.exec(type) ?? [];
  if (boundary === undefined) throw new PageRefusal(400, 'Eso no es un formulario.');
  const trimmed = await readTrimmed(chunksOf(req), boundary, UPLOAD_LIMITS, hold);
  if (!trimmed) throw tooBig();
  try {
    // by the boundary that the parts were counted by: the type may name another one too
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    const values = await new Response(new Uint8Array(trimmed.body), { headers }).formData();
    for (const name of trimmed.cut.keys()) {
      if (typeof values.get(name) === 'string') throw tooBig();
      values.delete(name);
    }
    return formOf(values, trimmed.cut);
  } catch (error) {
    if (error instanceof PageRefusal) throw error;
    throw incomplete();
  }
}

/**
 * Leaves the connection open when the body is refused before its end, so that it can be answered.
 */
async function* chunksOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* req.iterator({ destroyOnReturn: false });
  } catch {
    // the connection closed
    throw incomplete();
  }
}

/** RFC 2046 allows 70 of these characters; none needs an escape in quotation marks. */
const BOUNDARY = /boundary="?([\w'()+,./:=?-]{1,70})"?(?:;|$)/i;

async function readText(req: IncomingMessage): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_TEXT_BYTES) throw tooBig();
  const text = growingBytes();
  for await (const chunk of chunksOf(req)) {
    if (text.length() + chunk.length > MAX_TEXT_BYTES) throw tooBig();
    text.add(chunk);
  }
  return text.all();
}

const incomplete = () =>
  new PageRefusal(400, 'El formulario llegó incompleto. Vuelve a intentarlo.');

const tooBig = () =>
  new PageRefusal(
    413,
    'Lo enviado pesa demasiado: un certificado tiene hasta 64 kB; un logo, 256 KB; una ' +
      'constancia, 1 MB.',
  );

type Values = URLSearchParams | FormData;

/** PostgreSQL stores no text with NUL, and no keyboard types it. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** Makes a form of fields that were read before, with the same size limits. */
export function formOf(values: Values, cut: ReadonlyMap<string, number> = new Map()): Form {
  const entries = [...values] as [string, string | Blob][];
  if (entries.length > MAX_FIELDS)
    throw new PageRefusal(413, 'El formulario trae demasiados campos.');
  const all = (name: string): (string | Blob)[] => values.getAll(name) as (string | Blob)[];
  const raw = (name: string): string => {
    const first = all(name)[0];
    return typeof first === 'string' ? withoutNul(first) : '';
  };
  return {
    raw,
    entries: () => entries,
    names: () => entries.map(([name]) => name),
    fileName: (name) =>
      all(name).find((value): value is File => value instanceof File && value.size > 0)?.name ?? '',
    text: (name) => raw(name).trim(),
    checked: (name) => all(name).length > 0,
    all: (name) =>
      all(name).flatMap((value) => (typeof value === 'string' ? withoutNul(value) : [])),
    oversizes: cut,
    oversize: (name) => cut.get(name),
    async file(name) {
      if (cut.has(name)) throw tooBig();
      const first = all(name).find((value) => typeof value !== 'string');
      return first && first.size > 0 ? Buffer.from(await first.arrayBuffer()) : undefined;
    },
  };
}
