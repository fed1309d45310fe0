/** The commands of `archivar`, from their options to what they print. */
import { createArchiveReader } from '@rafaga/archive';
import { type Bundle, findByKey, listBundles } from '@rafaga/db';
import { documentName } from '@rafaga/fiscal';
import { scopeOf, withContext } from '../context/commandContext.js';
import { documentCount, megabytes } from '../terminal/amounts.js';
import { Failure } from '../terminal/failure.js';
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
    const found = (
      await Promise.all(known.map(({ documentId }) => reader.find(documentId, { scope })))
    ).flatMap((each) => each ?? []);
    if (found.length === 0)
      throw new Failure(
        known.length === 0
          ? `No se emitió nada con la referencia ${reference}.`
          : `La referencia ${reference} no está archivada: rafaga referencia ver ${reference}`,
      );
    const places = found.map(({ bundle, document }) => {
      const folder = `${documentName(document)}-${document.id}`;
      return { documento_id: document.id, paquete: bundle, carpeta: folder };
    });
    return {
      json: { encontrados: places },
      text: places.map(({ paquete, carpeta }) => `${paquete}\n  ${carpeta}/`).join('\n'),
      remarks: places.map(
        ({ paquete, carpeta }) =>
          `Para sacarlo: unzip ${paquete.split('/').at(-1)} '${carpeta}/*' -d comprobante`,
      ),
    };
  });
