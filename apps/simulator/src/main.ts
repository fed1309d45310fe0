/** Runs the simulator as a process: starts it, and stops it by a signal or when its parent ends. */
import { InvalidSetting, readSettings } from './settings.js';
import { startSimulator } from './simulator.js';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const simulator = await startSimulator(settings);
  process.stdout.write(
    `Simulador de SUNAT en ${simulator.url}${settings.strict ? '' : ' (sin verificar firmas)'}\n`,
  );
  // for a parent process that waits until this one listens; one that has gone is no error
  process.send?.({ ready: true }, undefined, undefined, () => undefined);
  let _stopping: Promise<void> | undefined;
  const stop = (): void => {
    _stopping ??= simulator.stop().then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  // the parent process was killed, and nothing else stops this one
  process.on('disconnect', stop);
}

/** Prints the error and exits with 2 for an invalid setting, else with 1. */
function fail(error: unknown): never {
  const reason = addressFault((error as NodeJS.ErrnoException).code);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${reason ?? message}\n`);
  process.exit(reason || error instanceof InvalidSetting ? 2 : 1);
}

function addressFault(code: string | undefined): string | undefined {
  const { SIMULATOR_PORT, SIMULATOR_HOST } = process.env;
  switch (code) {
    case 'EADDRINUSE':
      return `El puerto ${SIMULATOR_PORT || 3002} está ocupado: elige otro con SIMULATOR_PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `SIMULATOR_HOST no es una dirección de esta máquina: «${SIMULATOR_HOST}».`;
    default:
      return undefined;
  }
}

main().catch(fail);
