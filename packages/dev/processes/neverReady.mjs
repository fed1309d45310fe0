/** The error for a process that was never ready, with its exit and its last lines. */
import { readFileSync } from 'node:fs';

const LINES = 8;

export class NeverReady extends Error {
  constructor(name, { how, code, lines }) {
    super(`${name} no arrancó (${how}):\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.code = code;
    this.lines = lines;
  }
}

/** The last lines of a log from a position on. */
export const tailOf = (log, from) =>
  readFileSync(log).subarray(from).toString('utf8').trimEnd().split('\n').slice(-LINES);
