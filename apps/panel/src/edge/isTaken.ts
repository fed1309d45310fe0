/** Whether a write was refused because a row with the same key exists. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === 'P2002';
