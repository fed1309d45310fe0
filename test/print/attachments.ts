/** Takes the attached files out of a PDF, as a reader of the format finds them. */
import { inflatedOf, objectsOf } from './objects.js';

export interface Attachment {
  /** The number of the object that describes it. */
  id: string;
  name: string;
  content: Buffer;
  /** The object of its description, and that of its bytes. */
  file: string;
  stream: string;
}

export function attachmentsOf(pdf: Buffer): Attachment[] {
  const objects = objectsOf(pdf);
  const catalog = [...objects.values()].find((body) => body.includes('/Type /Catalog')) ?? '';
  const names = /\/Names << \/EmbeddedFiles << \/Names \[(.*?)\] >> >>/.exec(catalog)?.[1] ?? '';
  return [...names.matchAll(/\((.*?)\) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
    const file = objects.get(id) as string;
    const stream = objects.get(/\/EF << \/F (\d+) 0 R/.exec(file)?.[1] as string) as string;
    return { id, name, file, stream, content: inflatedOf(stream) };
  });
}
