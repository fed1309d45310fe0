/** archivar verificar: reads bundles and lists again; names what is missing, changed or extra. */
import { checkIndex, UNRECORDED } from '@rafaga/archive';
import {
  type Bundle,
  type Db,
  listBundles,
  monthOf,
  type Scope,
  unarchivedByBusiness,
} from '@rafaga/db';
import type { FileStore } from '@rafaga/storage';
import { scopeOf, withContext } from '../context/commandContext.js';
import { bundleCount, documentCount } from '../terminal/amounts.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { problemOf } from './problemOf.js';
import { type ArchiveFlags, filesOf, readWanted, trustedKeys } from './read.js';

interface Wrong {
  archivo: string;
  por_que: string;
}

interface Checking {
  files: FileStore;
  /** The public keys that may have signed. */
  keys: readonly Buffer[];
  bundles: readonly Bundle[];
}

export const verify = (flags: ArchiveFlags, name?: string): Promise<CommandResult> =>
  withContext(async ({ db, env }) => {
    const { month, ruc } = readWanted(flags, name);
    const scope = await scopeOf(db, ruc);
    const bundles = await listBundles(db, { month, scope });
    const checking: Checking = {
      files: filesOf(env),
      keys: await trustedKeys(env, flags),
      bundles,
    };
    const names = month ? [month.name] : [...new Set(bundles.map((each) => each.month))];
    const wrong = [
      ...(await wrongBundles(checking)),
      ...(await wrongFolders(checking)),
      ...(month ? await unrecordedIn(checking, { month: month.name, ruc }) : []),
      ...(await missingFrom(db, names, scope)),
    ];
    if (bundles.length === 0 && wrong.length === 0)
      throw new Failure(`No hay paquetes${month ? ` de ${month.name}` : ''}: nada se comprobó.`);
    return resultOf(bundles, wrong);
  });

function resultOf(bundles: readonly Bundle[], wrong: readonly Wrong[]): CommandResult {
  const documents = bundles.reduce((sum, each) => sum + each.documents, 0);
  const json = { paquetes: bundles.length, documentos: documents, mal: wrong };
  const counted = `${bundleCount(bundles.length)}, ${documentCount(documents)}`;
  if (wrong.length === 0)
    return { json, text: `Todo está como se archivó y se firmó: ${counted}.` };
  const lines = wrong.map(({ archivo, por_que }) => `${archivo}: ${por_que}`);
  const next = wrong.some(({ por_que }) => por_que === UNRECORDED) ? [LEFT_BEHIND] : [];
  throw new Failure([`MAL: ${wrong.length} de ${counted}:`, ...lines, ...next].join('\n'), json);
}

/** Of a restored database no program knows whether the bundle or its tables have the documents. */
const LEFT_BEHIND =
  'Lo que no está registrado lo dejó un archivar crear que se interrumpió: repite archivar crear ' +
  'y, si sigue, bórralo mientras ninguno esté en marcha. No lo borres si después se restauró la ' +
  'base de datos: puede ser lo único que queda de sus comprobantes.';

async function wrongBundles({ files, keys, bundles }: Checking): Promise<Wrong[]> {
  const wrong: Wrong[] = [];
  for (const bundle of bundles) {
    const problem = keys.some((key) => key.equals(bundle.signer))
      ? await problemOf(files, bundle)
      : 'lo firmó otra clave';
    if (problem) wrong.push({ archivo: bundle.objectKey, por_que: problem });
  }
  return wrong;
}

/** The signed list of each month of each business, and bundles that no row names. */
async function wrongFolders({ files, keys, bundles }: Checking): Promise<Wrong[]> {
  const wrong: Wrong[] = [];
  const months = new Map<string, Bundle[]>();
  for (const bundle of bundles) {
    const own = months.get(`${bundle.month}/${bundle.ruc}`);
    if (own) own.push(bundle);
    else months.set(`${bundle.month}/${bundle.ruc}`, [bundle]);
  }
  for (const own of months.values()) {
    const { ruc, month } = own[0] as Bundle;
    const found = await checkIndex(files, keys, { of: { ruc, month }, bundles: own });
    wrong.push(...found.map(({ file, problem }) => ({ archivo: file, por_que: problem })));
  }
  return wrong;
}

/** The bundles of the businesses that have none recorded in the month. */
async function unrecordedIn(
  { files, keys, bundles }: Checking,
  { month, ruc: only }: { month: string; ruc: string | undefined },
): Promise<Wrong[]> {
  const recorded = new Set(bundles.map(({ ruc }) => ruc));
  const rucs = (await files.mutable.list(`archivo/${month}`)).filter(
    (name) => /^\d{11}$/.test(name) && !recorded.has(name) && (only ?? name) === name,
  );
  const wrong: Wrong[] = [];
  for (const ruc of rucs) {
    const found = await checkIndex(files, keys, { of: { ruc, month }, bundles: [] });
    // a list without recorded bundles tells nothing more
    const extra = found.filter(({ problem }) => problem === UNRECORDED);
    wrong.push(...extra.map(({ file, problem }) => ({ archivo: file, por_que: problem })));
  }
  return wrong;
}

/** What the database has of the months, and no bundle. */
async function missingFrom(db: Db, names: readonly string[], scope: Scope) {
  const wrong: Wrong[] = [];
  for (const name of names) {
    const month = monthOf(name);
    if (!month) continue;
    for (const { ruc, count } of await unarchivedByBusiness(db, month, scope))
      wrong.push({
        archivo: `archivo/${name}/${ruc}`,
        por_que: `falta archivar ${documentCount(count)}: rafaga archivar crear ${name}`,
      });
  }
  return wrong;
}
