/** Prints what a command gave: one JSON document or text on stdout, remarks on stderr. */
import { paint } from './paint.js';

export interface Shown {
  json: unknown;
  text: string;
  /** Warnings and next steps, for people: stderr. */
  remarks?: readonly string[];
}

export interface Common {
  json?: boolean;
}

export function show({ json, text, remarks = [] }: Shown, flags: Common): void {
  process.stdout.write(`${flags.json ? JSON.stringify(json, null, 2) : text}\n`);
  if (!flags.json)
    for (const remark of remarks)
      process.stderr.write(`${paint('yellow', remark, process.stderr)}\n`);
}
