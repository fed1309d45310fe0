/** Reads which processes another process has started (Linux). */
import { readFileSync } from 'node:fs';

export function childPids(pid: number | undefined): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}
