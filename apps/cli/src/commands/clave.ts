/** clave: rotates the master key, which encrypts every secret in the database. */
import type { Command } from 'commander';
import { withContext } from '../context/commandContext.js';
import { Failure } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { addCommand, addGroup } from './addCommand.js';

export function clave(program: Command): void {
  const parent = addGroup(
    program,
    'clave',
    'La clave maestra, que abre lo que la base de datos guarda cifrado',
  );
  addCommand<CommonFlags>(parent, {
    name: 'rotar',
    about:
      'Pasa todo lo cifrado a RAFAGA_MASTER_KEY desde las anteriores ' +
      '(RAFAGA_MASTER_KEY_PREVIOUS), sin detener nada',
    examples: [
      'clave rotar',
      'RAFAGA_MASTER_KEY_FILE=nueva RAFAGA_MASTER_KEY_PREVIOUS_FILE=anterior rafaga clave rotar',
    ],
    run: rotate,
  });
}

/** May be run again: a run that changes nothing shows that every secret is under the new key. */
const rotate = (): Promise<CommandResult> =>
  withContext(async (context) => {
    const [{ rewrapSecrets }, { SealBroken }, vault] = await Promise.all([
      import('@rafaga/db'),
      import('@rafaga/secrets'),
      context.vault(),
    ]);
    try {
      const count = await rewrapSecrets(context.db, context.by(), vault.rewrap);
      return {
        json: { cambiados: count },
        text:
          count === 0
            ? 'Todo está ya bajo la clave actual: la anterior no hace falta.'
            : `${count} ` +
              `${count === 1 ? 'registro cifrado pasó' : 'registros cifrados pasaron'} a la ` +
              'clave actual.',
        remarks:
          count === 0
            ? []
            : [
                'Repite la orden: cuando diga que no queda nada, quita ' +
                  'RAFAGA_MASTER_KEY_PREVIOUS y reinicia.',
              ],
      };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      throw new Failure(
        `Hay algo cifrado que ninguna de las claves abre (${error.message}). Da la ` +
          'anterior en RAFAGA_MASTER_KEY_PREVIOUS; lo cambiado hasta aquí queda bien.',
      );
    }
  });
