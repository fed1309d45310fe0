/** One logger a process: JSON lines in production, a readable line in a terminal, nothing secret or personal in either. */
import { createLogger as createWinston, format, type Logger, transports } from 'winston';

export type { Logger } from 'winston';

export type LogShape = 'json' | 'readable';

/** Fields that must never be written, whoever passes them. Bodies are never passed at all. */
const HIDDEN =
  /secret|password|clave|contraseña|authorization|cookie|pepper|private|api_?key$|^x-api|num_?doc|razon_?social|^(client|cliente|body|sale|email|telefono|phone|direccion|address)$/i;

/** @param service names the process on every line: api, worker, … */
export function createLogger(service: string, options: { level?: string; shape?: LogShape } = {}): Logger {
  const { level = 'info', shape = process.env.NODE_ENV === 'production' ? 'json' : 'readable' } = options;
  return createWinston({
    level,
    defaultMeta: { service },
    format: format.combine(hide(), plainErrors(), format.timestamp(), shape === 'json' ? format.json() : format.printf(readable)),
    transports: [new transports.Console({ stderrLevels: [], consoleWarnLevels: [] })],
  });
}

const hide = format((info) => {
  for (const name of Object.keys(info)) if (HIDDEN.test(name)) info[name] = '[oculto]';
  return info;
});

/** An Error is worth its message and, below `error` level, not its stack: causes are kept one deep. */
const plainErrors = format((info) => {
  if (info.error instanceof Error) {
    const { message, stack, cause } = info.error;
    info.error = info.level === 'error' ? (stack ?? message) : message;
    if (cause instanceof Error) info.cause = cause.message;
  }
  return info;
});

function readable({ timestamp, level, service, message, ...rest }: Record<string, unknown>): string {
  const details = Object.entries(rest).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [String(timestamp).slice(11, 23), level, service, message, ...details].join(' ');
}

/** An outage says the same many times a second: once in ten seconds is heard. */
export function rarely(tell: (error: Error) => void): (error: Error) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 10_000;
    tell(error);
  };
}
