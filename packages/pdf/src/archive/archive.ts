/** The files that a PDF/A-3 has inside: the signed XML, and the CDR once there is one. */
import { cdrFileName, documentName, type Kind } from '@rafaga/fiscal';

export interface Archive {
  xml: AttachedFile;
  cdr?: AttachedFile;
}

export interface AttachedFile {
  name: string;
  content: Uint8Array;
  storedAt: Date;
}

interface Stored {
  kind: string;
  createdAt: Date;
}

/** A document with its stored files. */
interface Archived<File extends Stored> {
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
  files: readonly File[];
}

/** @returns undefined when no signed XML is stored */
export async function archiveOf<File extends Stored>(
  { files, ...document }: Archived<File>,
  read: (file: File) => Promise<Buffer>,
): Promise<Archive | undefined> {
  const attached = async (stored: string, name: string): Promise<AttachedFile | undefined> => {
    const file = files.find((each) => each.kind === stored);
    return file && { name, content: await read(file), storedAt: file.createdAt };
  };
  const [xml, cdr] = await Promise.all([
    attached('xml', `${documentName(document)}.xml`),
    attached('cdr', cdrFileName(document)),
  ]);
  return xml && { xml, ...(cdr && { cdr }) };
}
