/**
 * Limits how often the same failure is logged: a few lines, then a count, so that an outage neither
 * hides other lines nor fills the disk.
 */
import { format } from 'winston';

const QUOTED = /(['"«]).*?['"»]/g;
const NUMBER_OR_HASH = /\b[0-9a-f]*\d[0-9a-f-]*\b/gi;
const KIND_LENGTH = 120;

/** Only this much of a message is read: it may hold an answer of a megabyte. */
const READ_LENGTH = 1_000;

/** The kind of an error: its text without numbers, quoted names and hashes. */
export function errorKind({ name, message }: Error): string {
  const read = message.slice(0, READ_LENGTH);
  return `${name} ${read.replace(QUOTED, '$1').replace(NUMBER_OR_HASH, '#')}`.slice(0, KIND_LENGTH);
}

const LONGEST = 300;

/** The first line of a text, shortened: an error of Redis may hold a whole script. */
export const firstLine = (text: string): string => {
  const [line = ''] = text.split('\n', 1);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};

/** The most lines of one kind that are written in a minute. */
const MAX_LINES = 20;
/** How many of those have a stack. */
const MAX_STACKS = 3;
const WINDOW_MS = 60_000;

interface Summary {
  level: string;
  message: string;
  error: string;
  callados: number;
}

/**
 * Passes the first warnings and errors of a kind in a minute, and counts the rest.
 * @param write writes the count at the end of the minute, if lines were left out
 */
export function limitRepeats(write: (summary: Summary) => void): ReturnType<typeof format> {
  const counts = new Map<string, { seen: number; level: string; message: string; error: Error }>();

  function end(kind: string): void {
    const count = counts.get(kind);
    counts.delete(kind);
    if (!count || count.seen <= MAX_LINES) return;
    const { level, message, error, seen } = count;
    write({
      level,
      message: `${message} (repetido)`,
      error: firstLine(error.message),
      callados: seen - MAX_LINES,
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
    if (count.seen > MAX_LINES) return false;
    if (count.seen > MAX_STACKS) info.repetido = count.seen;
    return info;
  });
}
