/** Runs a command on the business that --ruc names. */
import type { Business } from '@rafaga/db';
import { readRuc } from '../rules/business.js';
import { Mistakes } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { businessOf, type CommandContext, withContext } from './commandContext.js';

export async function withBusiness(
  flags: { ruc?: string },
  work: (context: CommandContext, business: Business) => Promise<CommandResult>,
): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const ruc = readRuc(flags.ruc, mistakes);
  mistakes.check();
  return withContext(async (context) => work(context, await businessOf(context.db, ruc)));
}
