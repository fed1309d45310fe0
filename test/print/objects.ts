/** Reads the objects of a PDF, those in object streams too. */
import { inflateSync } from 'node:zlib';

/** By number: what stands between `obj` and `endobj`. */
export type Objects = Map<string, string>;

/** Every object of the file, those of object streams too, by its number. */
export function objectsOf(pdf: Buffer): Objects {
  const file = pdf.toString('latin1');
  const objects: Objects = new Map();
  for (const [, id, body] of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g)) {
    objects.set(id as string, body as string);
    const [, count, first] = /\/ObjStm \/N (\d+) \/First (\d+)/.exec(body as string) ?? [];
    if (!count) continue;
    const content = contentOf(body as string);
    const starts = content.slice(0, Number(first)).trim().split(' ');
    for (let at = 0; at < 2 * Number(count); at += 2) {
      const [from, to] = [starts[at + 1], starts[at + 3] ?? content.length];
      const place = (offset: unknown) => Number(first) + Number(offset);
      objects.set(starts[at] as string, content.slice(place(from), place(to)).trim());
    }
  }
  return objects;
}

/** The content of a stream, inflated. */
export const inflatedOf = (stream: string): Buffer =>
  inflateSync(
    Buffer.from(
      stream.slice(stream.indexOf('stream\n') + 7, stream.lastIndexOf('\nendstream')),
      'latin1',
    ),
  );

/** The same as text. */
export const contentOf = (stream: string): string => inflatedOf(stream).toString('latin1');
