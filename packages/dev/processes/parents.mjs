/**
 * Detects that npm has ended: a signal that is sent only to npm ends npm and its shell, and does
 * not reach the command below them.
 */
import { processStat } from './processList.mjs';

const EVERY_MS = 500;

/** Calls back, again and again, once this process or npm's shell has another parent. */
export function onParentsGone(callback) {
  const shell = process.env.npm_lifecycle_event ? process.ppid : undefined;
  const parents = () => `${process.ppid} ${shell && processStat(shell)?.[1]}`;
  const before = parents();
  setInterval(() => parents() !== before && callback(), EVERY_MS).unref();
}
