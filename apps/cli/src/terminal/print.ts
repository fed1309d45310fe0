/** Prints the result of a command: JSON or text on stdout, remarks on stderr. */
import { paint, terminalText } from './paint.js';

export interface CommandResult {
  json: unknown;
  text: string;
  /** Written on stdout in place of the text, for another program. */
  bytes?: Buffer;
  /** Warnings and next steps; printed on stderr, never with --json. */
  remarks?: readonly string[];
  /** What was printed is bad news: exit code 1, with this text on stderr. */
  failed?: boolean | string;
}

export interface CommonFlags {
  json?: boolean;
}

export function print(
  { json, text, bytes, remarks = [] }: CommandResult,
  flags: CommonFlags,
): void {
  const shown = flags.json ? JSON.stringify(json, null, 2) : text;
  // bytes are for another program, as they are
  process.stdout.write((!flags.json && bytes) || `${terminalText(shown)}\n`);
  if (!flags.json)
    for (const remark of remarks)
      process.stderr.write(`${paint('yellow', terminalText(remark), process.stderr)}\n`);
}
