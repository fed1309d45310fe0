/** The simulator's process: starts it, stops it with its parent or a signal. */
import { readSettings } from './settings.js';
import { startSimulator } from './simulator.js';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const simulator = await startSimulator(settings);
  process.stdout.write(`Simulador de SUNAT en ${simulator.url}${settings.strict ? '' : ' (sin verificar firmas)'}\n`);
  process.send?.({ ready: true, url: simulator.url });
  let _stopping: Promise<void> | undefined;
  const stop = (): void => {
    _stopping ??= simulator.stop().then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `El puerto ${process.env.SIMULATOR_PORT ?? '3002'} está ocupado: elige otro con SIMULATOR_PORT.`;
  }
  return error instanceof Error ? error.message : String(error);
}

main().catch(fail);
