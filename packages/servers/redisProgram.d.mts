/** Types of redisProgram.mjs. */

export function redisProgram(): Promise<{ file: string; env: NodeJS.ProcessEnv }>;
