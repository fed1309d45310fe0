/** Runs commands of the built CLI in one process for each test file: `cliHost.mjs`. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect } from '@jest/globals';
import { type Program, startNode } from './program.js';

export interface CommandLine {
  words: string[];
  env: Record<string, string>;
  cwd: string;
  timeoutMs: number;
}

export interface CommandOutput {
  code: number;
  stdout: string;
  stderr: string;
}

const HOST = path.join(import.meta.dirname, 'cliHost.mjs');
const ENDS_WITHIN_MS = 30_000;

let host: Program | undefined;
let counter = 0;

export async function hostedCommand({ timeoutMs, ...command }: CommandLine) {
  host ??= startNode(HOST, { PATH: process.env.PATH });
  const id = ++counter;
  const answer = host.message<CommandOutput & { id: number }>((message) => message.id === id);
  host.child.send({ id, ...command });
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`rafaga ${command.words.join(' ')} did not end`);
  });
  const { code, stdout, stderr } = await Promise.race([answer, late]);
  return { code, stdout, stderr };
}

/** Without its channel, only what a command left open would keep the host running. */
afterAll(async () => {
  if (!host) return;
  host.child.disconnect();
  const late = sleep(ENDS_WITHIN_MS, 'a command keeps its process running', { ref: false });
  const ending = await Promise.race([host.ended, late]);
  host.child.kill('SIGKILL');
  expect(ending).toBe(0);
});
