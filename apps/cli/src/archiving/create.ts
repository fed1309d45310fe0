/** archivar crear: the bundles of a month, business by business, and what keeps a month open. */
import { type Archived, archiveBusiness } from '@rafaga/archive';
import {
  type BusinessToArchive,
  businessesToArchive,
  type ContradictingCdr,
  type HeldDocuments,
  type HeldReason,
  heldDocuments,
  pendingCdrColumn,
  recordAct,
  type Unarchived,
  unarchivedByBusiness,
  withArchiveLock,
} from '@rafaga/db';
import { archiveKeyPem } from '@rafaga/secrets';
import type { UnreadableFile } from '@rafaga/storage';
import { type CommandContext, scopeOf, withContext } from '../context/commandContext.js';
import { bundleCount, decimal, documentCount, megabytes } from '../terminal/amounts.js';
import { Failure } from '../terminal/failure.js';
import { fileProblem } from '../terminal/fileProblem.js';
import type { CommandResult } from '../terminal/print.js';
import { type ArchiveFlags, filesOf, readLimits, readOverMonth, signerOf } from './read.js';

type Done = Archived & { ruc: string };
type Unfinished = HeldDocuments & { ruc: string };
/** A business whose month a file that cannot be read keeps open. */
interface Damaged {
  ruc: string;
  file: string;
  problem: string;
}

export const create = (flags: ArchiveFlags, name = ''): Promise<CommandResult> =>
  withContext(async (context) => {
    const { db, env } = context;
    const { month, ruc } = await readOverMonth(db, flags, name);
    const signer = signerOf(env);
    const limits = readLimits(flags);
    const openCdr = cdrOpener(context);
    const deps = { db, files: filesOf(env), signer, limits, openCdr, onBundle: progress };
    const scope = await scopeOf(db, ruc);
    const done: Done[] = [];
    const unfinished: Unfinished[] = [];
    const damaged: Damaged[] = [];
    for (const business of await businessesToArchive(db, month, scope)) {
      const held = await heldDocuments(db, business.id, month);
      if (held.count > 0) {
        unfinished.push({ ruc: business.ruc, ...held });
        continue;
      }
      const archived = await withArchiveLock(db, { businessId: business.id, month }, () =>
        archiveBusiness(deps, business, month).finally(endProgress),
      );
      if (!archived) throw new Failure(`Otro proceso archiva ${name} de ${business.ruc}.`);
      const { unreadable } = archived;
      if (unreadable) damaged.push({ ruc: business.ruc, ...(await damageOf(unreadable)) });
      done.push({ ruc: business.ruc, ...archived });
      if (archived.documents > 0) await audit(context, business, name, archived);
    }
    return resultOf(
      name,
      { done, unfinished, damaged },
      {
        unarchived: await unarchivedByBusiness(db, month, scope),
        pem: archiveKeyPem(signer.publicKey),
      },
    );
  });

/** Opens with the key of the workers, which is read only when there is such a CDR. */
const cdrOpener =
  ({ vault }: CommandContext) =>
  async (documentId: number, { sha256, sealed }: ContradictingCdr): Promise<Buffer> => {
    const column = pendingCdrColumn(documentId, Buffer.from(sha256, 'hex'));
    return (await vault(['worker'])).open(Buffer.from(sealed ?? '', 'hex'), column);
  };

/** One line of a terminal, which each bundle of a business writes anew. */
const progress = ({ bundles, documents }: Archived): void => {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${bundleCount(bundles)}, ${documentCount(documents)} `);
};

/** What is printed next begins on an empty line. */
function endProgress(): void {
  if (!process.stderr.isTTY) return;
  process.stderr.cursorTo(0);
  process.stderr.clearLine(1);
}

const damageOf = async (error: UnreadableFile): Promise<Omit<Damaged, 'ruc'>> => ({
  file: error.key,
  problem: (await fileProblem(error)) ?? error.message,
});

const audit = (
  { db, by }: CommandContext,
  { id: businessId }: BusinessToArchive,
  mes: string,
  { bundles, documents }: Archived,
): Promise<void> =>
  recordAct(db, by(), {
    action: 'archive.create',
    businessId,
    after: { mes, paquetes: bundles, documentos: documents },
  });

function resultOf(
  month: string,
  {
    done,
    unfinished,
    damaged,
  }: {
    done: readonly Done[];
    unfinished: readonly Unfinished[];
    damaged: readonly Damaged[];
  },
  { unarchived, pem }: { unarchived: readonly Unarchived[]; pem: string },
): CommandResult {
  const left = unarchived.reduce((sum, { count }) => sum + count, 0);
  // also of a month whose documents are all in bundles: one that changed since may be kept out
  const isOpen = left > 0 || unfinished.length > 0 || damaged.length > 0;
  return {
    json: {
      negocios: done.map(({ ruc, bundles, documents, bytes }) => ({
        ruc,
        paquetes: bundles,
        documentos: documents,
        bytes,
      })),
      abiertos: unfinished.map(unfinishedJson),
      danados: damaged.map(({ ruc, file, problem }) => ({ ruc, archivo: file, por_que: problem })),
      sin_archivar: left,
      clave_publica: pem,
    },
    text: [
      ...doneLines(done),
      ...(!isOpen && done.every(({ documents }) => documents === 0)
        ? [`${month}: nada nuevo que archivar.`]
        : []),
      ...unfinished.flatMap(unfinishedLines),
      ...damaged.map(
        ({ ruc, file, problem }) =>
          `DAÑADO ${ruc}: no se puede archivar ${file} del almacén: ${problem}. ` +
          'Mira: rafaga verificar',
      ),
      ...(unfinished.length === 0 && damaged.length === 0 && left > 0
        ? [
            `Falta archivar ${documentCount(left)}: no está todavía en la búsqueda. ` +
              '¿Hay un worker en marcha?',
          ]
        : []),
    ].join('\n'),
    remarks: [`Clave pública de las firmas:\n${pem.trimEnd()}`],
    failed: isOpen,
  };
}

const doneLines = (done: readonly Done[]): string[] =>
  done
    .filter(({ documents }) => documents > 0)
    .map(
      ({ ruc, bundles, documents, bytes }) =>
        `${ruc}: ${documentCount(documents)} en ${bundleCount(bundles)}, ${megabytes(bytes)}`,
    );

const REASONS: Readonly<Record<HeldReason, string>> = {
  pending: 'pendiente',
  review: 'en revisión',
  cdr: 'con un CDR por guardar',
};

const unfinishedJson = ({ ruc, count, documents }: Unfinished) => ({
  ruc,
  cuantos: count,
  documentos: documents.map(({ documentId, reference, series, number, reason }) => ({
    documento_id: documentId,
    referencia: reference,
    numero: `${series}-${number}`,
    por_que: REASONS[reason],
  })),
});

const unfinishedLines = ({ ruc, count, documents }: Unfinished): string[] => [
  `ABIERTO ${ruc}: ${decimal(count)} sin terminar`,
  ...documents.map(
    ({ reference, series, number, reason }) =>
      `  ${series}-${number}  ${reference}  ${REASONS[reason]}`,
  ),
  ...(count > documents.length ? [`  … y ${decimal(count - documents.length)} más`] : []),
];
