/** Finds Prometheus' promtool, or unpacks it into the checkout. */
import { systemProgram } from '../setup/systemProgram.mjs';

/** @returns the file of promtool */
export const promtool = async () =>
  (
    await systemProgram({
      title: 'promtool',
      folder: 'prometheus',
      names: ['promtool'],
      packages: [['prometheus']],
      hint: 'No hay promtool: instala Prometheus y vuelve a empezar.',
    })
  ).file;
