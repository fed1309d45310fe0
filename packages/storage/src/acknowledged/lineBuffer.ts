/** Lines that wait to be written, within a bound: beyond it the newest are dropped and counted. */

export interface LineBuffer {
  add(line: string): void;
  /** Everything that waits, oldest first; the buffer is empty then. */
  takeAll(): string[];
  /**
   * Puts lines that could not be written before those that came meanwhile. The oldest stay: their
   * numbers are the ones that a restored database would assign first.
   */
  putBack(lines: readonly string[]): void;
  length(): number;
  dropped(): number;
}

/** @param maxChars characters that wait at most */
export function createLineBuffer(maxChars: number): LineBuffer {
  let lines: string[] = [];
  let chars = 0;
  let dropped = 0;

  function add(line: string): void {
    if (chars + line.length > maxChars) {
      dropped += 1;
      return;
    }
    lines.push(line);
    chars += line.length;
  }

  function takeAll(): string[] {
    const all = lines;
    lines = [];
    chars = 0;
    return all;
  }

  return {
    add,
    takeAll,
    putBack(older) {
      for (const line of [...older, ...takeAll()]) add(line);
    },
    length: () => lines.length,
    dropped: () => dropped,
  };
}
