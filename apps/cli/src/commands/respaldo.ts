/** respaldo: backups of the database and the files, their checks, and the way back. */
import type { Command } from 'commander';
import type { BackupFlags } from '../backup/read.js';
import type { CommandResult } from '../terminal/print.js';
import { addCommand, addGroup } from './addCommand.js';

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
  const add = (
    name: string,
    about: string,
    options: Record<string, string>,
    examples: string[],
    run: (flags: BackupFlags) => Promise<CommandResult>,
  ) => addCommand<BackupFlags>(group, { name, about, options, examples, run });
  addCommand<BackupFlags>(group, {
    name: 'archivar-wal <archivo>',
    about: 'Guarda un archivo del registro, para archive_command de PostgreSQL',
    arguments: { archivo: '%p de archive_command' },
    options: FOLDER,
    examples: ['respaldo archivar-wal pg_wal/000000010000000000000001 --carpeta /respaldo'],
    run: async (flags, file = '') => (await import('../backup/commands.js')).archive(flags, file),
  });
  add('crear', 'Hace una copia base y la comprueba', FOLDER, ['respaldo crear'], work('create'));
  add(
    'recibir',
    'Recibe lo que se escribe, hasta que se detiene',
    {
      ...FOLDER,
      '--cada <s>': 'segundos entre copias de los archivos (lo usual: 10)',
      '--archivado': 'el registro lo guarda archive_command: copia solo los archivos',
    },
    ['respaldo recibir --carpeta /respaldo'],
    work('receiveAll'),
  );
  add('listar', 'Las copias base que hay', FOLDER, ['respaldo listar --json'], work('list'));
  add(
    'verificar',
    'Comprueba las copias base y que el registro no tenga huecos',
    {
      ...FOLDER,
      '--respaldo <id>': 'solo esta',
      '--atraso <s>': 'cuántos segundos puede faltar de lo recibido (lo usual: 60)',
    },
    ['respaldo verificar'],
    work('verify'),
  );
  add(
    'podar',
    'Borra las copias base más antiguas, y el registro que solo ellas usan',
    { ...FOLDER, '--conservar <n>': 'cuántas quedan (lo usual: 7)' },
    ['respaldo podar --conservar 14'],
    work('removeOld'),
  );
  add(
    'simulacro',
    'Restaura en una carpeta pasajera y mide: RPO, RTO por GB, archivos',
    { ...WHICH, '--en <ruta>': 'dónde hay espacio (lo usual: la carpeta temporal)' },
    ['respaldo simulacro', 'respaldo simulacro --hasta "2026-11-22 17:05"'],
    restoring('rehearse'),
  );
  add(
    'restaurar',
    'Restaura hasta un minuto en una carpeta nueva, en modo restauración',
    {
      ...WHICH,
      '--en <ruta>': 'la carpeta de datos nueva de PostgreSQL',
      '--archivos <ruta>': 'pone aquí la copia de los archivos, si también se perdieron',
    },
    ['respaldo restaurar --hasta "2026-11-22 17:05" --en /var/lib/postgresql/nueva'],
    restoring('restore'),
  );
}
