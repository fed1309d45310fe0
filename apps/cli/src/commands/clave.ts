/** clave: the keys of what the database stores encrypted: given to each program, and replaced. */
import { type FileHandle, open } from 'node:fs/promises';
import type { RewrapResult } from '@rafaga/db';
import type { Command } from 'commander';
import { withContext } from '../context/commandContext.js';
import { installationEnv } from '../context/installation.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { cannot } from '../terminal/systemProblem.js';
import { addCommand, addGroup } from './addCommand.js';

export function clave(program: Command): void {
  const parent = addGroup(
    program,
    'clave',
    'Las claves que abren lo que la base de datos guarda cifrado',
  );
  addCommand<CommonFlags>(parent, {
    name: 'rotar',
    about:
      'Pasa todo lo cifrado a las claves actuales desde las anteriores (RAFAGA_MASTER_KEY y las ' +
      'que terminan en _PREVIOUS), sin detener nada. Las claves SOL que guardó una versión ' +
      'anterior quedan atadas a la dirección donde se usan',
    json: {
      cambiados: 'cuántos registros pasaron',
      omitidos: 'cuántos cambiaron mientras tanto y no pasaron: repite la orden',
      atados: 'ruc y destino de cada clave SOL que quedó atada',
    },
    examples: ['clave rotar'],
    run: rotate,
  });
  addCommand<ShareFlags>(parent, {
    name: 'repartir',
    about:
      'Escribe las claves que recibe cada programa: las de ahora, también si salen de ' +
      'RAFAGA_MASTER_KEY, o unas nuevas. Son secretas, salvo las públicas',
    options: {
      '--nuevas': 'claves nuevas, al azar',
      '--guardar <archivo>': 'las agrega a este archivo, que solo su dueño puede leer',
    },
    examples: ['clave repartir --guardar .env', 'clave repartir --nuevas >> .env'],
    run: share,
  });
}

type ShareFlags = CommonFlags & { nuevas?: boolean; guardar?: string };

/** Needs no database: it makes the keys of an installation before it exists. */
async function share({ nuevas, guardar }: ShareFlags): Promise<CommandResult> {
  if (guardar === undefined && process.stdout.isTTY)
    throw new Failure(
      'Las claves son secretas y no se muestran en la terminal. Guárdalas: rafaga clave repartir ' +
        '--guardar .env',
    );
  const [{ publicOf }, worker, panel] = await Promise.all([
    import('@rafaga/secrets'),
    privateKey('worker', nuevas),
    privateKey('panel', nuevas),
  ]);
  const values = {
    RAFAGA_WORKER_KEY: worker,
    RAFAGA_WORKER_PUBLIC_KEY: publicOf(worker),
    RAFAGA_PANEL_KEY: panel,
    RAFAGA_PANEL_PUBLIC_KEY: publicOf(panel),
  };
  const json = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.toString('base64')]),
  );
  const text = Object.entries(json)
    .map((entry) => entry.join('='))
    .join('\n');
  const remarks = [
    'Al worker: RAFAGA_WORKER_KEY y RAFAGA_PANEL_PUBLIC_KEY. Al panel: RAFAGA_PANEL_KEY y ' +
      'RAFAGA_WORKER_PUBLIC_KEY. La API no recibe ninguna.',
  ];
  if (guardar === undefined) return { json, text, remarks };
  await addTo(guardar, `${text}\n`);
  return { json: { archivo: guardar }, text: `Agregadas a ${guardar}.`, remarks };
}

/** The file is closed to others before a secret is in it. */
async function addTo(path: string, text: string): Promise<void> {
  try {
    const file = await open(path, 'a+', 0o600);
    await file
      .chmod(0o600)
      .then(async () => file.appendFile((await isMidLine(file)) ? `\n${text}` : text))
      .finally(() => file.close());
  } catch (error) {
    cannot('escribir', path)(error);
  }
}

async function isMidLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}

async function privateKey(program: 'worker' | 'panel', isNew = false): Promise<Buffer> {
  const [{ derivedKey, newPrivateKey }, { SECRET_VARIABLES, secretConfig }, { readConfig }] =
    await Promise.all([
      import('@rafaga/secrets'),
      import('@rafaga/runtime/secretConfig'),
      import('@rafaga/runtime/config'),
    ]);
  if (isNew) return newPrivateKey();
  const config = secretConfig(readConfig(installationEnv(), SECRET_VARIABLES), [program]);
  const [own] = config[program].privateKeys;
  return own ?? derivedKey(config.master[0] as Buffer, program);
}

/** May be run again: a run that changes nothing shows that every secret is under the new keys. */
const rotate = (): Promise<CommandResult> =>
  withContext(async (context) => {
    const [{ rewrapSecrets }, { SealBroken }, vault] = await Promise.all([
      import('@rafaga/db'),
      import('@rafaga/secrets'),
      context.vault(['worker', 'panel']),
    ]);
    try {
      return rotated(await rewrapSecrets(context.db, context.by(), vault));
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      throw new Failure(
        `Hay algo cifrado que ninguna de las claves abre (${error.message}). Da la anterior en ` +
          'RAFAGA_WORKER_KEY_PREVIOUS, RAFAGA_PANEL_KEY_PREVIOUS o RAFAGA_MASTER_KEY_PREVIOUS; ' +
          'lo cambiado hasta aquí queda bien.',
      );
    }
  });

function rotated({ count, skipped, bound }: RewrapResult): CommandResult {
  const json = {
    cambiados: count,
    omitidos: skipped,
    atados: bound.map(({ ruc, destination }) => ({ ruc, destino: destination })),
  };
  if (count + skipped === 0)
    return { json, text: 'Todo está ya bajo las claves actuales: las anteriores no hacen falta.' };
  const noun = count === 1 ? 'registro cifrado pasó' : 'registros cifrados pasaron';
  return {
    json,
    text: `${count} ${noun} a las claves actuales.`,
    remarks: remarksOf(skipped, bound),
  };
}

const remarksOf = (skipped: number, bound: RewrapResult['bound']): string[] => [
  ...bound.map(
    ({ ruc, destination }) =>
      `La clave SOL de ${ruc} queda atada a ${destination}: si no es donde debe ir, corrige la ` +
      'dirección y guarda la clave otra vez.',
  ),
  ...(skipped > 0
    ? [`${skipped} sin pasar, porque cambiaron mientras tanto: quizá usan las anteriores.`]
    : []),
  'Repite la orden: cuando diga que no queda nada, quita RAFAGA_MASTER_KEY si cada programa ' +
    'tiene su clave (rafaga clave repartir) y las que terminan en _PREVIOUS, y reinicia.',
];
