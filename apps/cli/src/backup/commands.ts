/** The commands of `rafaga respaldo`, from their options to what they print. */

import { userInfo } from 'node:os';
import path from 'node:path';
import type { By } from '@rafaga/db';
import { behindLines } from '@rafaga/operations';
import { dateTime } from '../terminal/dates.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { createBackup, verifyData } from './create.js';
import { compareFiles, type Drill, drill } from './drill.js';
import { copyInto } from './folders.js';
import { prune } from './prune.js';
import { type BackupFlags, readKept, readMinute, readSeconds, repositoryOf } from './read.js';
import { receive } from './receive.js';
import { type BaseBackup, chooseBackup, dataOf, listBackups, readComplete } from './repository.js';
import { type Restored, restoreBackup } from './restore.js';
import { withSource } from './source.js';
import { logAfter } from './wal.js';

const decimal = (value: number): string =>
  value.toLocaleString('es-PE', { maximumFractionDigits: 1 });
const megabytes = (bytes: number): string => `${decimal(bytes / 1e6)} MB`;

export async function create(flags: BackupFlags): Promise<CommandResult> {
  const backup = await withSource((source) => createBackup(repositoryOf(flags), source));
  return {
    json: backup,
    text: `Respaldo ${backup.id} hecho y comprobado: ${contentsOf(backup)}.`,
    remarks: readComplete(repositoryOf(flags))
      ? []
      : ['Solo tiene lo de ahora: para lo que venga después, deja en marcha respaldo recibir.'],
  };
}

const contentsOf = ({ bytes, files }: BaseBackup): string =>
  `base de datos, ${megabytes(bytes)}; ` +
  (files
    ? `${decimal(files.count)} archivos, ${megabytes(files.bytes)}`
    : 'los archivos están en un bucket');

export async function receiveAll(flags: BackupFlags): Promise<CommandResult> {
  const everyMs = readSeconds(flags) * 1_000;
  const stopped = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.abort());
  let last: boolean | undefined;
  await withSource((source) =>
    receive(repositoryOf(flags), source, {
      everyMs,
      signal: stopped.signal,
      onRound({ complete }) {
        if (complete !== last)
          process.stderr.write(
            `${dateTime(new Date())} ${complete ? 'el respaldo está al día' : 'ATRASADO'}\n`,
          );
        last = complete;
      },
    }),
  );
  return { json: { detenido: true }, text: 'Detenido: lo recibido queda en la carpeta.' };
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
  const { respaldo: id } = flags;
  const chosen = id ? [chooseBackup(repository, { id })] : listBackups(repository);
  if (chosen.length === 0) throw new Failure('No hay respaldos que comprobar.');
  const results = [];
  for (const backup of chosen) {
    await verifyData(dataOf(repository, backup.id), backup.version);
    const { segments, missing } = await logAfter(repository, backup.id);
    results.push({ id: backup.id, segmentos: segments, faltan: missing });
  }
  const gaps = results.filter(({ faltan }) => faltan.length > 0);
  if (gaps.length > 0)
    throw new Failure(
      gaps
        .map(({ id: gap, faltan }) => `Después de ${gap} falta registro: ${faltan.join(', ')}`)
        .join('\n'),
      { respaldos: results },
    );
  return {
    json: { respaldos: results },
    text: results
      .map((each) => `${each.id}: bien, y ${each.segmentos} segmentos de registro sin huecos`)
      .join('\n'),
  };
}

export async function removeOld(flags: BackupFlags): Promise<CommandResult> {
  const { removed, segments } = await prune(repositoryOf(flags), readKept(flags));
  return {
    json: { borrados: removed.map(({ id }) => id), segmentos: segments },
    text: `Borradas ${removed.length} copias base y ${segments} segmentos que solo ellas usaban.`,
  };
}

export async function rehearse(flags: BackupFlags): Promise<CommandResult> {
  const done = await drill(repositoryOf(flags), {
    ...{ id: flags.respaldo, until: readMinute(flags.hasta), by: byOf(flags) },
    folder: flags.en,
  });
  const faults = faultsOf(done);
  return {
    json: { ...restoredJson(done), rpo_s: done.rpo, archivos: done.files, faltas: faults },
    text: [...restoredLines(done), ...drillLines(done), ...faults].join('\n'),
    failed: faults.length > 0,
  };
}

const RPO_S = 60;

function drillLines({ rpo, files, behind }: Drill): string[] {
  return [
    rpo === undefined
      ? 'RPO: sin respaldo recibir, lo escrito después de la copia base se pierde'
      : `RPO: si la máquina se perdiera ahora, faltarían ${decimal(rpo)} s`,
    ...(files ? [`Archivos: ${decimal(files.count)}, ${megabytes(files.bytes)}`] : []),
    ...(behind ? ['Emitido, y no en la base restaurada:', ...behindLines(behind)] : []),
  ];
}

function faultsOf({ rpo, reached, files }: Drill): string[] {
  return [
    ...(rpo !== undefined && rpo > RPO_S
      ? [`MAL: el RPO pasa de ${RPO_S} s: ¿está en marcha respaldo recibir?`]
      : []),
    ...(reached ? [] : ['MAL: lo restaurado no llega hasta donde decía el respaldo']),
    ...(files && files.wrong.length > 0
      ? [`MAL: ${files.wrong.length} archivos no están o cambiaron: ${files.wrong[0]?.archivo}`]
      : []),
  ];
}

export async function restore(flags: BackupFlags): Promise<CommandResult> {
  const repository = repositoryOf(flags);
  const mistakes = new Mistakes();
  if (!flags.en) mistakes.add('--en', 'falta: la carpeta nueva de PostgreSQL.');
  mistakes.check();
  const [data, until] = [flags.en as string, readMinute(flags.hasta)];
  const options = { data, id: flags.respaldo, until, by: byOf(flags) };
  const { checked, ...restored } = await restoreBackup(repository, options, (db) =>
    compareFiles(repository, db),
  );
  if (flags.archivos) await copyFiles(repository.files, flags.archivos);
  const wrong = checked.files?.wrong ?? [];
  return {
    json: { ...restoredJson(restored), archivos: checked.files, falta: checked.behind ?? null },
    text: [
      ...restoredLines(restored),
      ...(checked.behind
        ? ['Emitido, y no en la base restaurada:', ...behindLines(checked.behind)]
        : []),
      ...(wrong.length > 0 ? [`${wrong.length} archivos no están en la copia: --json`] : []),
      `Inicia PostgreSQL ${restored.backup.version} sobre ${path.resolve(data)}.`,
    ].join('\n'),
    remarks: [
      'Está en modo restauración: no se emite ni se envía nada. Sigue: rafaga restaurar',
      'Para sus respaldos usa una carpeta nueva: la de antes es de la base de antes.',
    ],
  };
}

async function copyFiles(from: string, to: string): Promise<void> {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(to, { recursive: true });
  await copyInto(from, to);
}

const perGigabyte = ({ seconds, backup }: Restored): number => seconds / (backup.bytes / 1e9);

const restoredJson = (restored: Restored): Record<string, unknown> => ({
  respaldo: restored.backup.id,
  documentos: restored.contents.documents,
  ultimo_emitido: restored.contents.lastIssuedAt,
  segundos: restored.seconds,
  segundos_por_gb: perGigabyte(restored),
});

const restoredLines = (restored: Restored): string[] => [
  `Restaurado ${restored.backup.id}: ${decimal(restored.contents.documents)} comprobantes, el ` +
    `último del ${dateTime(restored.contents.lastIssuedAt) ?? 'nunca'}`,
  `RTO: ${decimal(restored.seconds)} s para ${megabytes(restored.backup.bytes)}, ` +
    `${decimal(perGigabyte(restored))} s por GB`,
];

const byOf = ({ hasta }: BackupFlags): By => ({
  actor: `cli:${userInfo().username}`,
  reason: `respaldo restaurado ${hasta ? `hasta ${hasta}` : 'entero'}`,
});
