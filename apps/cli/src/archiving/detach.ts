/** archivar desprender: takes an archived month out of the tables, once its bundles are proved. */
import {
  bundlesOf,
  countChanged,
  countUnarchived,
  type Db,
  detachMonth,
  EVERY_BUSINESS,
  findDocumentMonth,
  listBundles,
  MonthProblem,
  recordAct,
} from '@rafaga/db';
import type { FileStore } from '@rafaga/storage';
import { withContext } from '../context/commandContext.js';
import { documentCount } from '../terminal/amounts.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { problemOf } from './problemOf.js';
import { type ArchiveFlags, filesOf, readOverMonth } from './read.js';

export const detach = (flags: ArchiveFlags, name = ''): Promise<CommandResult> =>
  withContext(async ({ db, env, by }) => {
    await readOverMonth(db, flags, name);
    const { documents, attempts } = await checkArchived(db, filesOf(env), name);
    const { detached } = await detachMonth(db, name, attempts).catch(explain);
    await recordAct(db, by(), {
      action: 'archive.detach',
      after: { mes: name, documentos: documents },
    });
    return {
      json: { tablas: detached, documentos: documents },
      text:
        detached.length === 0
          ? `${name} ya estaba desprendido.`
          : `${name}: se leen ahora de sus paquetes ${documentCount(documents)}.`,
      remarks: detached.map((table) => `Quedó fuera, y puedes respaldarla y borrarla: ${table}`),
    };
  });

/** @returns how many documents the bundles of the month have, and its timeline @throws Failure */
async function checkArchived(db: Db, files: FileStore, name: string) {
  const month = await findDocumentMonth(db, name);
  if (!month) throw new Failure(`El mes ${name} no está en la base de datos.`);
  const left = await countUnarchived(db, month);
  if (left.count > 0)
    throw new Failure(`Falta archivar ${documentCount(left.count)}: ${toCreate(left.months)}`);
  const counts = await bundlesOf(db, month);
  const bundles = (await listBundles(db, { scope: EVERY_BUSINESS })).filter(({ objectKey }) =>
    counts.has(objectKey),
  );
  for (const bundle of bundles) {
    const problem = await problemOf(files, bundle);
    if (problem) throw new Failure(`${bundle.objectKey}: ${problem}. El mes se queda.`);
  }
  // last, because a month of bundles is read for minutes, in which a document may still change
  const { changed, months, attempts } = await countChanged(db, month);
  if (changed > 0)
    throw new Failure(`Hay cambios posteriores en ${documentCount(changed)}: ${toCreate(months)}`);
  const documents = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { documents, attempts };
}

const toCreate = (months: readonly string[]): string =>
  months.map((month) => `rafaga archivar crear ${month}`).join('; ');

function explain(error: unknown): never {
  throw error instanceof MonthProblem ? new Failure(error.message) : error;
}
