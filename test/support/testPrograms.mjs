/**
 * Finds the programs that only tests run, or unpacks them into the checkout: each gives its file
 * and the environment to start it in.
 */
import { systemProgram } from '../../packages/servers/systemProgram.mjs';

const finder = (wanted) => () => systemProgram(wanted);

/** Prometheus' promtool. */
export const promtool = finder({
  title: 'promtool',
  folder: 'prometheus',
  names: ['promtool'],
  packages: [['prometheus']],
  hint: 'No hay promtool: instala Prometheus y vuelve a empezar.',
});

export const pgbackrest = finder({
  title: 'pgBackRest',
  folder: 'pgbackrest',
  names: ['pgbackrest'],
  packages: [['pgbackrest']],
  hint: 'No hay pgBackRest: instálalo y vuelve a empezar.',
});
