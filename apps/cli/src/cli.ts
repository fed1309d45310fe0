/** Runs one command line of `rafaga` and gives its exit code: 0 done, 1 failed, 2 misuse. */
import { VERSION } from '@rafaga/runtime/version';
import { Command, CommanderError } from 'commander';
import { archivar } from './commands/archivar.js';
import { clave } from './commands/clave.js';
import { colas } from './commands/colas.js';
import { credencial } from './commands/credencial.js';
import { doctor } from './commands/doctor.js';
import { documento } from './commands/documento.js';
import { emitir } from './commands/emitir.js';
import { firmante } from './commands/firmante.js';
import { ley } from './commands/ley.js';
import { negocio } from './commands/negocio.js';
import { referencia } from './commands/referencia.js';
import { respaldo } from './commands/respaldo.js';
import { restaurar } from './commands/restaurar.js';
import { serie } from './commands/serie.js';
import { simular } from './commands/simular.js';
import { tipoDeCambio } from './commands/tipoDeCambio.js';
import { usuario } from './commands/usuario.js';
import { verificar } from './commands/verificar.js';
import { Failure, Misuse } from './terminal/failure.js';
import { paint, terminalText } from './terminal/paint.js';
import { inSpanish, translate } from './terminal/spanish.js';
import { systemProblem } from './terminal/systemProblem.js';

/** @param words the command line without the program's own name */
export async function run(words: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...words], { from: 'user' });
    return 0;
  } catch (error) {
    const ending = exitOf(error);
    if (ending.text !== undefined)
      printError({ ...ending, text: ending.text }, words.includes('--json'));
    return ending.exit;
  }
}

function program(): Command {
  const root = inSpanish(new Command('rafaga')).description(
    'Ráfaga: boletas y facturas electrónicas, desde la terminal.',
  );
  root.version(VERSION, '--version', 'la versión de Ráfaga');
  for (const add of [
    negocio,
    serie,
    credencial,
    emitir,
    documento,
    referencia,
    colas,
    usuario,
    firmante,
    simular,
    verificar,
    doctor,
    respaldo,
    archivar,
    restaurar,
    ley,
    tipoDeCambio,
    clave,
  ])
    add(root);
  root.addHelpText('after', '\nCada orden tiene su ayuda: rafaga negocio crear --help');
  return root;
}

interface ExitResult {
  exit: number;
  /** Absent when there was no error. */
  text?: string;
  details?: Record<string, unknown>;
}

function exitOf(error: unknown): ExitResult {
  if (error instanceof CommanderError) {
    const text = translate(error);
    return text === undefined
      ? { exit: 0 }
      : { exit: 2, text: `${text} Mira la ayuda con --help.` };
  }
  if (error instanceof Misuse) {
    return {
      exit: 2,
      text: error.message,
      details: {
        errores: Object.fromEntries(error.mistakes.map(({ at, text }) => [at || '_general', text])),
      },
    };
  }
  if (error instanceof Failure)
    return { exit: 1, ...(error.message && { text: error.message }), details: error.details };
  if (error instanceof Error && error.constructor.name === 'ConfigError') {
    return {
      exit: 1,
      text:
        `${error.message}\nLa orden toma sus datos del entorno (docker/README.md) o, en ` +
        'desarrollo, de lo que npm start escribe en $RAFAGA_HOME/env.json: ¿está en marcha?',
    };
  }
  const text = error instanceof Error ? error.message.split('\n').at(-1) : String(error);
  return { exit: 1, text: `Algo falló: ${systemProblem(error) ?? text}` };
}

function printError(
  { text, details = {} }: { text: string; details?: Record<string, unknown> },
  json: boolean,
): void {
  const shown = json
    ? JSON.stringify({ error: text, ...details })
    : text
        .split('\n')
        .map((line) => paint('red', line, process.stderr))
        .join('\n');
  process.stderr.write(`${terminalText(shown)}\n`);
}
