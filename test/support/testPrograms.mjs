/** Finds the programs that only tests run, or unpacks them into the checkout. */
import { systemProgram } from '../../packages/dev/setup/systemProgram.mjs';

const finder = (wanted) => async () => (await systemProgram(wanted)).file;

/** @returns the file of Prometheus' promtool */
export const promtool = finder({
  title: 'promtool',
  folder: 'prometheus',
  names: ['promtool'],
  packages: [['prometheus']],
  hint: 'No hay promtool: instala Prometheus y vuelve a empezar.',
});

/** @returns the file of PgBouncer */
export const pgbouncer = finder({
  title: 'PgBouncer',
  folder: 'pgbouncer',
  names: ['pgbouncer'],
  packages: [['pgbouncer']],
  hint: 'No hay PgBouncer: instálalo y vuelve a empezar.',
  elsewhere: ['/usr/sbin'],
});

/** @returns the file of pgBackRest, and the environment to start it in */
export const pgbackrest = () =>
  systemProgram({
    title: 'pgBackRest',
    folder: 'pgbackrest',
    names: ['pgbackrest'],
    packages: [['pgbackrest']],
    hint: 'No hay pgBackRest: instálalo y vuelve a empezar.',
  });
