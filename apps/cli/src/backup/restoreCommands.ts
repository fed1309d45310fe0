/** `rafaga respaldo simulacro` and `restaurar`, from their options to what they print. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { By } from '@rafaga/db';
import { behindLines } from '@rafaga/operations';
import { by } from '../context/commandContext.js';
import { damagedLines } from '../restoration/state.js';
import { decimal, documentCount, fileCount, megabytes } from '../terminal/amounts.js';
import { dateTime } from '../terminal/dates.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { reasonOf } from '../terminal/systemProblem.js';
import { wrongSince } from '../verification/wrongFiles.js';
import { type CheckedRestore, checkRestored } from './checkRestored.js';
import { drill } from './drill.js';
import { copyInto } from './folders.js';
import { type BackupFlags, readMinute, repositoryOf } from './read.js';
import { RECEIVER } from './receive.js';
import type { BaseBackup, Repository } from './repository.js';
import { entriesOf, type Restored, restoreBackup } from './restore.js';

export async function runDrill(flags: BackupFlags): Promise<CommandResult> {
  const { checked, rpo, ...restored } = await drill(repositoryOf(flags), {
    id: flags.respaldo,
    until: readMinute(flags.hasta),
    by: byOf(flags),
    folder: flags.en,
  });
  const { files } = checked;
  const faults = [...rpoFaults(rpo), ...faultsOf(checked, restored.backup)];
  return {
    json: { ...restoredJson(restored), rpo_s: rpo, archivos: files, faltas: faults },
    text: [
      ...restoredLines(restored),
      rpo === undefined
        ? 'RPO: sin respaldo recibir, lo escrito después de la copia base se pierde'
        : `RPO: si la máquina se perdiera ahora, faltarían ${decimal(rpo)} s`,
      ...(files ? [`Archivos: ${decimal(files.count)}, ${megabytes(files.bytes)}`] : []),
      ...recentLines(checked),
      ...lostLines(restored.backup),
      ...linesBehind(checked),
      ...faults,
    ].join('\n'),
    failed: faults.length > 0,
  };
}

const RPO_S = 60;

const rpoFaults = (rpo: number | undefined): string[] =>
  rpo !== undefined && rpo > RPO_S
    ? [`MAL: el RPO pasa de ${RPO_S} s: ¿está en marcha ${RECEIVER}?`]
    : [];

export async function restore(flags: BackupFlags): Promise<CommandResult> {
  const repository = repositoryOf(flags);
  const mistakes = new Mistakes();
  const data = mistakes.required(
    '--en',
    flags.en || undefined,
    'falta: la carpeta nueva de PostgreSQL.',
  );
  mistakes.check();
  const until = readMinute(flags.hasta);
  // before the hours that the database may take
  if (flags.archivos) await prepareFiles(repository, flags.archivos);
  const options = { data, id: flags.respaldo, until, by: byOf(flags) };
  const check = checkRestored(repository, until);
  const { checked, ...restored } = await restoreBackup(repository, options, check);
  if (flags.archivos) await copyFiles(repository, flags.archivos, data);
  const faults = faultsOf(checked, restored.backup);
  const { files, behind } = checked;
  return {
    json: {
      ...restoredJson(restored),
      archivos: files,
      falta: behind ?? null,
      faltas: faults,
    },
    text: [
      ...restoredLines(restored),
      ...recentLines(checked),
      ...lostLines(restored.backup),
      ...linesBehind(checked),
      ...faults,
      `Inicia PostgreSQL ${restored.backup.version} sobre ${path.resolve(data)}.`,
    ].join('\n'),
    remarks: [
      'Está en modo restauración: no se emite ni se envía nada. Sigue: rafaga restaurar',
      'Para sus respaldos usa una carpeta nueva: la de antes es de la base de antes.',
    ],
    failed: faults.length > 0,
  };
}

/** The copy would replace newer packs of a store that was not lost. */
async function prepareFiles({ files, root }: Repository, to: string): Promise<void> {
  if (!existsSync(files))
    throw new Failure(`En ${root} no hay archivos: si están en un bucket, quita --archivos.`);
  // what a new disk has
  if (entriesOf(to).some((name) => name !== 'lost+found'))
    throw new Failure(
      `La carpeta ${to} no está vacía, y lo que tiene puede ser más nuevo que la copia. Si los ` +
        'archivos no se perdieron, quita --archivos; si se perdieron, da una carpeta vacía.',
    );
  await mkdir(to, { recursive: true });
}

/** The database is restored by now: a failure says what is left to do. */
async function copyFiles({ files }: Repository, to: string, data: string): Promise<void> {
  await copyInto(files, to).catch((error) => {
    throw new Failure(
      `La base de datos quedó restaurada en ${data} y vale, pero los archivos no se copiaron ` +
        `todos: ${reasonOf(error)}. No inicies Ráfaga sin ellos. Vacía la carpeta ${to} y ` +
        `cópialos: cp -Rp ${files}/. ${to}`,
    );
  });
}

/** What was lost before the backup is named by `crear`, and no restore brings it back. */
function faultsOf(
  { reached, faults, files, damaged }: CheckedRestore,
  backup: BaseBackup,
): string[] {
  const wrong = wrongSince(files?.wrong ?? [], backup);
  return [
    ...(reached ? [] : ['MAL: lo restaurado no llega hasta donde decía el respaldo (estado.json)']),
    ...faults.slice(-1).map((fault) => `MAL: no se pudo leer el registro recibido: ${fault}`),
    ...(wrong.length > 0
      ? [`MAL: no están o cambiaron ${fileCount(wrong.length)}: ${wrong[0]?.archivo}`]
      : []),
    ...damagedLines(damaged).map((line) => `MAL: ${line}`),
  ];
}

const lostLines = ({ lost = [] }: BaseBackup): string[] =>
  lost.length > 0 ? [`Perdidos antes del respaldo: ${fileCount(lost.length)}`] : [];

/** The log arrives as it is written, and the files are copied every few seconds. */
const recentLines = ({ files }: CheckedRestore): string[] =>
  files && files.recent > 0
    ? [
        `Faltan ${fileCount(files.recent)} de los segundos que siguieron a su última copia: ` +
          'restaurar reconstruir rehace los firmados, y preguntar pide constancias de facturas',
      ]
    : [];

const linesBehind = ({ behind }: CheckedRestore): string[] =>
  behind ? ['Emitido, y no en la base restaurada:', ...behindLines(behind)] : [];

const perGigabyte = ({ seconds, backup }: Restored): number => seconds / (backup.bytes / 1e9);

const restoredJson = (restored: Restored): Record<string, unknown> => ({
  respaldo: restored.backup.id,
  documentos: restored.contents.documents,
  ultimo_emitido: restored.contents.lastIssuedAt,
  segundos: restored.seconds,
  segundos_por_gb: perGigabyte(restored),
});

const restoredLines = (restored: Restored): string[] => [
  `Restaurado ${restored.backup.id}: ${documentCount(restored.contents.documents)}, el ` +
    `último del ${dateTime(restored.contents.lastIssuedAt) ?? 'nunca'}`,
  `RTO: ${decimal(restored.seconds)} s para ${megabytes(restored.backup.bytes)}, ` +
    `${decimal(perGigabyte(restored))} s por GB`,
];

const byOf = ({ hasta }: BackupFlags): By =>
  by(`respaldo restaurado ${hasta ? `hasta ${hasta}` : 'entero'}`);
