/** The commands that make, receive and check a backup, from their options to what they print. */

import { many } from '@rafaga/operations';
import { decimal, fileCount, megabytes } from '../terminal/amounts.js';
import { dateTime } from '../terminal/dates.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import type { WrongFile } from '../verification/checkFiles.js';
import { wrongLines, wrongSince } from '../verification/wrongFiles.js';
import { archiveWal } from './archiveWal.js';
import { createBackup, verifyData } from './create.js';
import { followArchive } from './followArchive.js';
import { prune } from './prune.js';
import {
  type BackupFlags,
  readAway,
  readKept,
  readLag,
  readSeconds,
  repositoryOf,
} from './read.js';
import { RECEIVER, receive } from './receive.js';
import {
  type BaseBackup,
  chooseBackup,
  damagedBackups,
  dataOf,
  listBackups,
  type Repository,
  readComplete,
} from './repository.js';
import { withSource } from './source.js';
import { failIfStopped, stopSignal } from './stop.js';
import { logAfter } from './wal.js';

export async function create(flags: BackupFlags): Promise<CommandResult> {
  const repository = repositoryOf(flags);
  const before = listBackups(repository).at(-1);
  const backup = await withSource((source) => createBackup(repository, source));
  const { lost = [] } = backup;
  const faults = lostFaults(wrongSince(lost, before));
  return {
    json: { ...backup, faltas: faults },
    text: [
      `Respaldo ${backup.id} hecho y comprobado: ${contentsOf(backup)}.`,
      ...faults,
      ...(lost.length > 0 ? ['Faltan o cambiaron en el almacén y en la copia:'] : []),
      ...wrongLines(lost),
    ].join('\n'),
    remarks: [...(lost.length > 0 ? [PUT_BACK] : []), ...lagFaults(repository, flags)],
    failed: faults.length > 0,
  };
}

/** Those that the backup before named already would hide from a night job what is lost later. */
const lostFaults = (lost: readonly WrongFile[]): string[] =>
  lost.length > 0 ? [`MAL: perdidos también en el almacén: ${fileCount(lost.length)}`] : [];

const PUT_BACK =
  'El respaldo queda y sirve, sin esos archivos. Repón en el almacén los que tengas en otra ' +
  'copia; rafaga verificar dice cuáles se rehacen.';

const contentsOf = ({ bytes, files }: BaseBackup): string =>
  `base de datos, ${megabytes(bytes)}; ` +
  (files
    ? `${fileCount(files.count)}, ${megabytes(files.bytes)}`
    : 'los archivos están en un bucket');

export async function receiveAll(flags: BackupFlags): Promise<CommandResult> {
  const everyMs = readSeconds(flags) * 1_000;
  const awayMs = readAway(flags) * 1_000;
  let last: string | undefined;
  const run = flags.archivado ? followArchive : receive;
  await withSource((source) =>
    run(repositoryOf(flags), source, {
      everyMs,
      awayMs,
      signal: stopSignal(),
      onRound({ complete, reason }) {
        const state = complete ? 'el respaldo está al día' : `ATRASADO ${reason}`.trim();
        if (state !== last) process.stderr.write(`${dateTime(new Date())} ${state}\n`);
        last = state;
      },
    }),
  );
  return { json: { detenido: true }, text: 'Detenido: lo recibido queda en la carpeta.' };
}

export async function archive(flags: BackupFlags, file: string): Promise<CommandResult> {
  await archiveWal(repositoryOf(flags), file);
  return { json: { archivo: file }, text: `Guardado ${file}.` };
}

export async function list(flags: BackupFlags): Promise<CommandResult> {
  const repository = repositoryOf(flags);
  const [all, complete] = [listBackups(repository), readComplete(repository)];
  const lines = all.map(
    (each) => `${each.id}  ${dateTime(new Date(each.finished))}  ${contentsOf(each)}`,
  );
  return {
    json: { respaldos: all, completo_hasta: complete?.at ?? null },
    text: lines.join('\n') || 'No hay respaldos.',
    remarks: complete ? [`Completo hasta el ${dateTime(new Date(complete.at))}.`] : [],
  };
}

export async function verify(flags: BackupFlags): Promise<CommandResult> {
  const repository = repositoryOf(flags);
  // before the work, which may take longer
  const faults = lagFaults(repository, flags);
  const { respaldo: id } = flags;
  const chosen = id ? [chooseBackup(repository, { id })] : listBackups(repository);
  const unreadable = id ? [] : damagedBackups(repository);
  if (chosen.length + unreadable.length === 0) throw new Failure('No hay respaldos que comprobar.');
  const results = unreadable.map((name) => verified(name, { problem: NO_DESCRIPTION }));
  for (const backup of chosen) results.push(await verifyOne(repository, backup));
  const bad = results.flatMap(problemsOf);
  if (bad.length > 0) throw new Failure(bad.join('\n'), { respaldos: results });
  return {
    json: { respaldos: results, faltas: faults },
    text: [
      ...results.map(
        (each) =>
          `${each.id}: bien; registro sin huecos, ${many(each.segmentos, 'segmento', 'segmentos')}`,
      ),
      ...faults,
    ].join('\n'),
    failed: faults.length > 0,
  };
}

interface Verified {
  id: string;
  segmentos: number;
  faltan: string[];
  /** What hindered the check; else absent. */
  problema?: string;
}

const NO_DESCRIPTION = 'su respaldo.json no está o no se lee: no sirve para restaurar';

const verified = (
  id: string,
  { segments = 0, missing = [] as string[], problem = '' },
): Verified => ({
  id,
  segmentos: segments,
  faltan: missing,
  ...(problem && { problema: problem }),
});

/** A damaged one is named, and those after it are examined too. */
async function verifyOne(repository: Repository, { id, version }: BaseBackup): Promise<Verified> {
  try {
    await verifyData(dataOf(repository, id), version);
    return verified(id, await logAfter(repository, id));
  } catch (error) {
    failIfStopped();
    if (!(error instanceof Failure)) throw error;
    return verified(id, { problem: error.message });
  }
}

const problemsOf = ({ id, faltan, problema }: Verified): string[] => [
  ...(problema ? [`${id}: ${problema}`] : []),
  ...(faltan.length > 0 ? [`Después de ${id} falta registro: ${faltan.join(', ')}`] : []),
];

/** What a loss of the machine would cost now, when that is more than is allowed. */
function lagFaults(repository: Repository, flags: BackupFlags): string[] {
  const complete = readComplete(repository);
  if (!complete) return [`MAL: solo hay lo de las copias base: deja en marcha ${RECEIVER}`];
  const seconds = (Date.now() - Date.parse(complete.at)) / 1_000;
  if (seconds <= readLag(flags)) return [];
  return [`MAL: lo recibido llega hasta hace ${decimal(seconds)} s: ¿está en marcha ${RECEIVER}?`];
}

export async function removeOld(flags: BackupFlags): Promise<CommandResult> {
  const { removed, segments } = await prune(repositoryOf(flags), readKept(flags));
  return {
    json: { borrados: removed.map(({ id }) => id), segmentos: segments },
    text: `Copias base borradas: ${removed.length}; segmentos que solo ellas usaban: ${segments}.`,
  };
}
