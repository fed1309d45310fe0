/**
 * The same failure, again and again, is a few lines of log and then a number: a flood hides what
 * matters, and fills a disk.
 */
import { format } from 'winston';

/**
 * What an error is about, without what changes from one to the next: numbers, names in quotes,
 * hashes.
 */
export const errorKind = ({ name, message }: Error): string =>
  `${name} ${message.replace(/(['"«]).*?['"»]/g, '$1').replace(/\b[0-9a-f]*\d[0-9a-f-]*\b/gi, '#')}`.slice(
    0,
    120,
  );

const LONGEST = 300;

/** The first line of what was said, and no more than a line: Redis tells whole scripts. */
export const firstLine = (text: string): string => {
  const [line = ''] = text.split('\n', 1);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};

/** So many alike are written in a minute. */
const MOST = 20;
/** From here on without a stack. */
const KNOWN = 3;
const WINDOW_MS = 60_000;

interface Summary {
  level: string;
  message: string;
  error: string;
  callados: number;
}

/**
 * Lets warnings and errors pass while they are few of their kind, and counts the rest.
 * @param write the end of a minute in which some were kept back
 */
export function limitRepeats(write: (summary: Summary) => void): ReturnType<typeof format> {
  const counts = new Map<string, { seen: number; level: string; message: string; error: Error }>();

  function end(kind: string): void {
    const count = counts.get(kind);
    counts.delete(kind);
    if (!count || count.seen <= MOST) return;
    const { level, message, error, seen } = count;
    write({
      level,
      message: `${message} (repetido)`,
      error: firstLine(error.message),
      callados: seen - MOST,
    });
  }

  return format((info) => {
    const { level, message, error } = info;
    if (!(error instanceof Error) || (level !== 'warn' && level !== 'error')) return info;
    const kind = `${level} ${message} ${errorKind(error)}`;
    const count = counts.get(kind) ?? { seen: 0, level, message: String(message), error };
    if (count.seen === 0) setTimeout(end, WINDOW_MS, kind).unref();
    counts.set(kind, count);
    count.seen += 1;
    if (count.seen > MOST) return false;
    if (count.seen > KNOWN) info.repetido = count.seen;
    return info;
  });
}
