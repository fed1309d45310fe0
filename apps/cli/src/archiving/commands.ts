/** The commands of `archivar`, from their options to what they print. */
import { type ArchivedDocument, type ArchiveReader, createArchiveReader } from '@rafaga/archive';
import { type Bundle, findByKey, listBundles, type Scope } from '@rafaga/db';
import { documentName } from '@rafaga/fiscal';
import type { UnreadableFile } from '@rafaga/storage';
import { scopeOf, withContext } from '../context/commandContext.js';
import { documentCount, megabytes } from '../terminal/amounts.js';
import { Failure } from '../terminal/failure.js';
import { fileProblem } from '../terminal/fileProblem.js';
import type { CommandResult } from '../terminal/print.js';
import { type ArchiveFlags, filesOf, readWanted } from './read.js';

export { create } from './create.js';
export { detach } from './detach.js';
export { verify } from './verify.js';

export const list = (flags: ArchiveFlags, month?: string): Promise<CommandResult> =>
  withContext(async ({ db }) => {
    const wanted = readWanted(flags, month);
    const scope = await scopeOf(db, wanted.ruc);
    const bundles = await listBundles(db, { month: wanted.month, scope });
    return {
      json: { paquetes: bundles.map(bundleJson) },
      text: bundles.map(bundleLine).join('\n') || 'No hay paquetes.',
    };
  });

const bundleJson = (bundle: Bundle) => ({
  mes: bundle.month,
  ruc: bundle.ruc,
  paquete: bundle.sequence,
  archivo: bundle.objectKey,
  sha256: bundle.sha256.toString('hex'),
  bytes: bundle.bytes,
  documentos: bundle.documents,
});

const bundleLine = ({ objectKey, documents, bytes }: Bundle): string =>
  `${objectKey}  ${documentCount(documents)}, ${megabytes(bytes)}`;

export const find = (flags: ArchiveFlags, reference = ''): Promise<CommandResult> =>
  withContext(async ({ db, env }) => {
    const { ruc } = readWanted(flags, undefined);
    const reader = createArchiveReader(db, filesOf(env));
    const scope = await scopeOf(db, ruc);
    const known = await findByKey(db, reference, scope);
    const { places, wrong } = await placesOf(reader, known, scope);
    const lines = wrong.map(({ archivo, por_que }) => `${archivo} ${por_que}: ${TO_VERIFY}`);
    if (places.length === 0 && wrong.length === 0)
      throw new Failure(
        known.length === 0
          ? `No se emitió nada con la referencia ${reference}.`
          : `La referencia ${reference} no está archivada: rafaga referencia ver ${reference}`,
      );
    if (places.length === 0) throw new Failure(lines.join('\n'), { mal: wrong });
    return {
      json: { encontrados: places, mal: wrong },
      text: places.map(({ paquete, carpeta }) => `${paquete}\n  ${carpeta}/`).join('\n'),
      remarks: places.map(
        ({ paquete, carpeta }) =>
          `Para sacarlo: unzip ${paquete.split('/').at(-1)} '${carpeta}/*' -d comprobante`,
      ),
      failed: wrong.length > 0 && lines.join('\n'),
    };
  });

const TO_VERIFY = 'rafaga archivar verificar';

/** A bundle that cannot be read hides no place in another. */
async function placesOf(
  reader: ArchiveReader,
  known: readonly { documentId: number }[],
  scope: Scope,
) {
  const places: { documento_id: number; paquete: string; carpeta: string }[] = [];
  const wrong: { archivo: string; por_que: string }[] = [];
  for (const { documentId } of known)
    try {
      const found = await reader.find(documentId, { scope });
      if (found) places.push(placeIn(found));
    } catch (error) {
      const problem = await fileProblem(error);
      if (!problem) throw error;
      // the key may be of an entry
      const bundle = (error as UnreadableFile).key.replace(/(?<=\.zip)\/.*/, '');
      wrong.push({ archivo: bundle, por_que: problem });
    }
  return { places, wrong };
}

const placeIn = ({ bundle, document }: ArchivedDocument) => ({
  documento_id: document.id,
  paquete: bundle,
  carpeta: `${documentName(document)}-${document.id}`,
});
