/** Types of clusterFolder.mjs. */

export function clusterOf(home: string): string;
