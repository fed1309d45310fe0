/** Runs a command on the business that --ruc names. */
import type { Business } from '@rafaga/db';
import { readRuc } from '../rules/business.js';
import { Mistakes } from '../terminal/failure.js';
import type { Shown } from '../terminal/show.js';
import { businessOf, type CommandContext, withContext } from './commandContext.js';

export async function withBusiness(
  flags: { ruc?: string },
  work: (context: CommandContext, business: Business) => Promise<Shown>,
): Promise<Shown> {
  const mistakes = new Mistakes();
  const ruc = readRuc(flags.ruc, mistakes);
  mistakes.check();
  return withContext(async (context) => work(context, await businessOf(context.db, ruc)));
}
