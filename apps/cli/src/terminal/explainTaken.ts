/** Explains a write that was refused because a row with the same key exists. */
import { Failure } from './failure.js';

/** P2002 is Prisma's code for a violated unique constraint. */
export const explainTaken =
  (message: string) =>
  (error: unknown): never => {
    if ((error as { code?: string }).code === 'P2002') throw new Failure(message);
    throw error;
  };
