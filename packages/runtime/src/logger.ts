/**
 * The logger of a process: JSON lines in production, readable lines in a terminal, without secrets
 * or personal data.
 */
import { createLogger as createWinston, format, type Logger, transports } from 'winston';
import { ttlCache } from './concurrency/ttlCache.js';
import { printable } from './printable.js';
import { hideQuotedValues } from './quotedValues.js';
import { errorKind, firstLine, limitRepeats } from './repeats.js';

export type { Logger } from 'winston';

export type LogShape = 'json' | 'readable';

/** The levels of winston, the most severe first. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'http', 'verbose', 'debug', 'silly'] as const;

/** Fields whose value is never written. Bodies of requests never reach the log. */
const HIDDEN = new RegExp(
  [
    'secret|password|clave|contraseña|authorization|cookie|pepper|private|api_?key$|^x-api',
    'num_?doc|razon_?social',
    '^(client|cliente|body|sale|email|telefono|phone|direccion|address)$',
  ].join('|'),
  'i',
);

/** @param service names the process on every line: api, worker, … */
export function createLogger(
  service: string,
  options: { level?: string; shape?: LogShape } = {},
): Logger {
  const { level = 'info', shape = process.env.NODE_ENV === 'production' ? 'json' : 'readable' } =
    options;
  const repeats = limitRepeats((line) => log.log(line));
  const log = createWinston({
    level,
    defaultMeta: { service },
    format: format.combine(
      whileRead(),
      repeats(),
      hide(),
      plainErrors(),
      hideQuoted(),
      stamped(),
      shape === 'json' ? jsonLine : format.printf(readable),
    ),
    transports: [new transports.Console({ stderrLevels: [], consoleWarnLevels: [] })],
  });
  leaveOut(log, LOG_LEVELS.slice((LOG_LEVELS as readonly string[]).indexOf(level) + 1));
  return log;
}

/**
 * Lines that wait for a reader are memory: of one that stands still the program would die. Later
 * lines are lost, and the next that is written says how many.
 */
function whileRead() {
  let lost = 0;
  return format((info) => {
    if (process.stdout.writableLength > MOST_WAITING_BYTES) {
      lost += 1;
      return false;
    }
    if (lost > 0) info.lineas_perdidas = lost;
    lost = 0;
    return info;
  })();
}

const MOST_WAITING_BYTES = 4_000_000;

/** The property in which winston stores the finished line. */
const MESSAGE = Symbol.for('message');

/** Escapes control characters, because a terminal may show a container's JSON log too. */
const jsonLine = format.combine(
  format.json(),
  format.printf((info) => printable(String(info[MESSAGE]))),
);

/** Drops lines of unwritten levels early: winston formats a line before it checks the level. */
function leaveOut(log: Logger, levels: readonly (typeof LOG_LEVELS)[number][]): void {
  for (const level of levels)
    log[level] = function unwritten(this: Logger) {
      return this;
    };
}

/** Replaces winston's own timestamp format, which loads a package for other time formats. */
const stamped = format((info) => Object.assign(info, { timestamp: new Date().toISOString() }));

const hide = format((info) => {
  for (const name of Object.keys(info)) if (HIDDEN.test(name)) info[name] = '[oculto]';
  return info;
});

/**
 * Writes an Error as its message and its cause's message. The stack is added only at level `error`,
 * and not for errors that Redis sent.
 */
const plainErrors = format((info) => {
  if (info.error instanceof Error) {
    const { message, stack, cause, name } = info.error;
    const ours = info.level === 'error' && info.repetido === undefined && name !== 'ReplyError';
    info.error = ours ? (stack ?? message) : firstLine(message);
    if (cause instanceof Error) info.cause = firstLine(cause.message);
  }
  return info;
});

/** Texts of SUNAT come as fields and as errors. */
const hideQuoted = format((info) => {
  for (const [name, value] of Object.entries(info))
    if (typeof value === 'string') info[name] = hideQuotedValues(value);
  return info;
});

function readable({
  timestamp,
  level,
  service,
  message,
  ...rest
}: Record<string, unknown>): string {
  const details = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const line = [String(timestamp).slice(11, 23), level, service, message, ...details].join(' ');
  const [head, ...frames] = line.split(FRAME);
  return [head, ...frames].map((each = '') => printable(each)).join(FRAME);
}

/** Begins each line of a stack, so that they stay separate, indented lines. */
const FRAME = '\n    at ';

/** An error of the same kind is reported again after this time. */
const AGAIN_MS = 5 * 60_000;
/** The most kinds of errors that are counted. */
const MAX_KINDS = 50;

/**
 * Reports the first error of each kind at once, then one in five minutes: an outage causes the same
 * error many times a second.
 * @param report called with the error and the number of errors of its kind since the last call
 */
export function throttleErrors(
  report: (error: Error, times: number) => void,
  now: () => number = () => performance.now(),
): (error: Error) => void {
  const kinds = ttlCache<string, { until: number; times: number }>({ max: MAX_KINDS });
  return (error) => {
    const kind = errorKind(error);
    const known = kinds.get(kind);
    const times = (known?.times ?? 0) + 1;
    if (known && now() < known.until) {
      known.times = times;
      return;
    }
    kinds.set(kind, { until: now() + AGAIN_MS, times: 0 });
    report(error, times);
  };
}
