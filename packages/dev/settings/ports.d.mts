/** Types of ports.mjs. */

export function portNear(wanted?: number): Promise<number>;
export function visitedPorts(
  wishes: Record<string, { wanted: number; insisted: boolean }>,
): Promise<Record<string, number>>;
