/** Types of promtool.mjs. */
export function promtool(): Promise<string>;
