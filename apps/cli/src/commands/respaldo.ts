/** respaldo: backups of the database and the files, their checks, and the way back. */
import type { Command } from 'commander';
import type { BackupFlags } from '../backup/read.js';
import type { CommandResult } from '../terminal/print.js';
import { addCommand, addGroup, type CommandSpec } from './addCommand.js';

const FOLDER = {
  '--carpeta <ruta>': 'la carpeta del respaldo (lo usual: RAFAGA_BACKUP_DIR)',
};
const WHICH = {
  ...FOLDER,
  '--respaldo <id>': 'cuál, de rafaga respaldo listar (lo usual: el que sirve)',
  '--hasta <minuto>': 'hasta qué minuto de Lima, como "2026-11-22 17:05" (lo usual: todo)',
};

const ABOUT = `
Un respaldo es una copia base de PostgreSQL (pg_basebackup), el registro de todo lo
que pasó después (pg_receivewal) y una copia de los archivos. Con DATABASE_BACKUP_URL
se conecta el rol que puede replicar (si falta, DATABASE_URL). Las claves no van en el
respaldo: guárdalas aparte.

  recibir       no termina: recibe el registro y los archivos según se escriben
  archivar-wal  en lugar de recibir el registro: para archive_command de PostgreSQL
  crear         hace una copia base y comprueba todo; a diario, por ejemplo
  listar        las copias base que hay
  verificar     vuelve a comprobar las copias base con su manifiesto
  podar         borra las más antiguas
  simulacro     restaura en una carpeta que después se borra, y mide
  restaurar     deja una carpeta de datos lista, en modo restauración

Con los archivos en un bucket, el respaldo es solo de la base: activa las versiones
del bucket.`;

/** The work of each command is loaded when it runs, so that --help answers at once. */
type Commands = Omit<typeof import('../backup/commands.js'), 'archive'>;
const work = (name: keyof Commands) => async (flags: BackupFlags) =>
  (await import('../backup/commands.js'))[name](flags) as Promise<CommandResult>;
const restoring =
  (name: keyof typeof import('../backup/restoreCommands.js')) => async (flags: BackupFlags) =>
    (await import('../backup/restoreCommands.js'))[name](flags) as Promise<CommandResult>;

export function respaldo(program: Command): void {
  const group = addGroup(program, 'respaldo', 'Copias de la base de datos y de los archivos');
  group.addHelpText('after', ABOUT);
  for (const command of COMMANDS) addCommand<BackupFlags>(group, command);
}

const COMMANDS: readonly CommandSpec<BackupFlags>[] = [
  {
    name: 'archivar-wal <archivo>',
    about: 'Guarda un archivo del registro, para archive_command de PostgreSQL',
    arguments: { archivo: '%p de archive_command' },
    options: FOLDER,
    examples: ['respaldo archivar-wal pg_wal/000000010000000000000001 --carpeta /respaldo'],
    run: async (flags, file = '') => (await import('../backup/commands.js')).archive(flags, file),
  },
  {
    name: 'crear',
    about: 'Hace una copia base y la comprueba',
    options: FOLDER,
    examples: ['respaldo crear'],
    run: work('create'),
  },
  {
    name: 'recibir',
    about: 'Recibe lo que se escribe, hasta que se detiene',
    options: {
      ...FOLDER,
      '--cada <s>': 'segundos entre copias de los archivos (lo usual: 10)',
      '--sin-servidor <s>':
        'termina cuando PostgreSQL no responde en estos segundos, para iniciarse otra vez (lo ' +
        'usual: 300; con --archivado no termina)',
      '--archivado': 'el registro lo guarda archive_command: copia solo los archivos',
    },
    examples: ['respaldo recibir --carpeta /respaldo'],
    run: work('receiveAll'),
  },
  {
    name: 'listar',
    about: 'Las copias base que hay',
    options: FOLDER,
    examples: ['respaldo listar --json'],
    run: work('list'),
  },
  {
    name: 'verificar',
    about: 'Comprueba las copias base y que el registro no tenga huecos',
    options: {
      ...FOLDER,
      '--respaldo <id>': 'solo esta',
      '--atraso <s>': 'cuántos segundos puede faltar de lo recibido (lo usual: 60)',
    },
    examples: ['respaldo verificar'],
    run: work('verify'),
  },
  {
    name: 'podar',
    about: 'Borra las copias base más antiguas, y el registro que solo ellas usan',
    options: { ...FOLDER, '--conservar <n>': 'cuántas quedan (lo usual: 7)' },
    examples: ['respaldo podar --conservar 14'],
    run: work('removeOld'),
  },
  {
    name: 'simulacro',
    about: 'Restaura en una carpeta pasajera y mide: RPO, RTO por GB, archivos',
    options: { ...WHICH, '--en <ruta>': 'dónde hay espacio (lo usual: la carpeta temporal)' },
    examples: ['respaldo simulacro', 'respaldo simulacro --hasta "2026-11-22 17:05"'],
    run: restoring('runDrill'),
  },
  {
    name: 'restaurar',
    about: 'Restaura hasta un minuto en una carpeta nueva, en modo restauración',
    options: {
      ...WHICH,
      '--en <ruta>': 'la carpeta de datos nueva de PostgreSQL',
      '--archivos <ruta>': 'pone aquí la copia de los archivos, si también se perdieron',
    },
    examples: ['respaldo restaurar --hasta "2026-11-22 17:05" --en /var/lib/postgresql/nueva'],
    run: restoring('restore'),
  },
];
