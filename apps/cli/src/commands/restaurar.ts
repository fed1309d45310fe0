/** restaurar: the steps after the database was restored from an older copy. */
import type { Command } from 'commander';
import { type RestorationFlags, restorationStep } from '../restoration/steps.js';
import { addCommand } from './addCommand.js';

const ABOUT =
  'Cuando la base de datos sabe menos de lo que ya se emitió: qué falta, y los pasos hasta ' +
  'emitir otra vez';

const STEPS = `
Se puso una copia antigua de la base de datos, y los números que da ya se dieron.
Mientras dura, la API contesta 503 «restauracion», nada se envía, y lo que se sabe
se puede consultar. Los pasos, uno tras otro:

  estado       qué falta y qué sigue (lo usual)
  reconstruir  un worker vuelve a escribir lo que guardan el diario y los archivos:
               comprobantes, referencias, respuestas, firmas y constancias; y rehace,
               con los mismos bytes, los XML firmados cuyo archivo se perdió
  preguntar    un worker pregunta a SUNAT, número por número, por lo que nada
               explica y hacia arriba, hasta que no tenga ninguno en un tramo
               (--tramo); solo sube contadores. De boletas no se puede preguntar.
               También pide las constancias de facturas cuyo archivo se perdió
  terminar     lo propone una persona y lo aprueba otra (--persona), con el mismo
               --saltar N, que deja N números sin usar en las series tocadas que
               no se pudo preguntar
  retirar      retira la propuesta de terminar, con su --saltar N
  iniciar      para quien sabe que se perdieron archivos, con la base o sin ella: abre
               una restauración que nada detectó`;

export function restaurar(program: Command): void {
  addCommand<RestorationFlags>(program, {
    name: 'restaurar [paso]',
    about: ABOUT,
    arguments: { paso: 'estado, reconstruir, preguntar, terminar, retirar o iniciar' },
    options: {
      '--persona <nombre>':
        'quién propone o aprueba el fin: su nombre o correo; dos personas distintas',
      '--motivo <texto>': 'por qué, para la auditoría',
      '--saltar <n>': 'números que se dejan sin usar (lo usual: 0)',
      '--tramo <n>': 'cuántos números seguidos sin nada en SUNAT bastan (lo usual: 20)',
      '--espera <s>': 'segundos que se espera al worker (lo usual: 600)',
    },
    examples: [
      'restaurar',
      'restaurar reconstruir',
      'restaurar preguntar --tramo 50',
      'restaurar terminar --persona ana@cadena.pe --motivo "copia de las 3:00"',
      'restaurar terminar --persona luis@cadena.pe --saltar 0',
    ],
    run: (flags, step = 'estado') => restorationStep(step, flags),
  });
  program.commands.find((each) => each.name() === 'restaurar')?.addHelpText('after', STEPS);
}
