/** A bounded buffer of lines to write: when it is full, new lines are dropped and counted. */

export interface LineBuffer {
  add(line: string): void;
  /** Removes and returns all lines, oldest first. */
  takeAll(): string[];
  /**
   * Puts lines that could not be written back before newer ones. The oldest are kept, because a
   * restored database would assign their numbers first.
   */
  putBack(lines: readonly string[]): void;
  length(): number;
  dropped(): number;
}

/** @param maxChars limit of characters in the buffer */
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
