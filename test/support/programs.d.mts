/** Types of programs.mjs. */
export function programOf(
  app: 'api' | 'worker' | 'panel' | 'simulator' | 'cli',
  checkout?: string,
): string;
