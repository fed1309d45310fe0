/**
 * Removes the lock file of a PostgreSQL that has ended, when its process number belongs to another
 * program now, as after a power cut: PostgreSQL itself only asks whether a process has the number.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Call it while the list of the home's processes is held: no other run starts a server then.
 * @returns whether it was removed. The lock of a process that has ended stays: PostgreSQL
 * recognizes it, and finds out by it whether anything of that server still runs.
 */
export function removeStaleLock(data) {
  const file = path.join(data, 'postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  if (!(pid > 0) || !isAlive(pid) || servesFolder(pid, data)) return false;
  rmSync(file, { force: true });
  return true;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // the process of another user
    return error.code === 'EPERM';
  }
}

/** A server runs in its folder, and has it among its arguments. */
function servesFolder(pid, data) {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === data;
    const args = ['-ww', '-o', 'args=', '-p', String(pid)];
    return execFileSync('ps', args, { stdio: 'pipe' }).toString().includes(data);
  } catch {
    // it ended meanwhile, or belongs to another user than the server would
    return false;
  }
}
