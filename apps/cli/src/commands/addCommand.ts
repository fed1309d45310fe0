/** Declares a command with its options, --json and examples, and prints its result. */
import type { Command } from 'commander';
import { Failure, Misuse } from '../terminal/failure.js';
import { type CommandResult, type CommonFlags, print } from '../terminal/print.js';

export const addGroup = (program: Command, name: string, about: string): Command =>
  program.command(name).description(about);

export interface CommandSpec<Flags> {
  /** Commander's notation: 'crear', or 'ver <id>' with arguments. */
  name: string;
  about: string;
  arguments?: Readonly<Record<string, string>>;
  /** Commander's notation: '--ruc <ruc>'. */
  options?: Readonly<Record<string, string>>;
  /** What --json has, by field: Spanish. */
  json?: Readonly<Record<string, string>>;
  /** Command lines without the word rafaga. */
  examples: readonly string[];
  run(flags: Flags, ...args: string[]): Promise<CommandResult>;
}

export function addCommand<Flags extends CommonFlags>(
  parent: Command,
  { name, about, examples, run, ...rest }: CommandSpec<Flags>,
): void {
  const command = parent.command(name).description(about);
  for (const [argument, explained] of Object.entries(rest.arguments ?? {})) {
    const own = command.registeredArguments.find((each) => each.name() === argument);
    if (own) own.description = explained;
  }
  for (const [option, explained] of Object.entries(rest.options ?? {}))
    command.option(option, explained, once(option));
  command.option(
    '--json',
    'un documento JSON en la salida; los errores, JSON en la salida de errores',
  );
  if (rest.json) command.addHelpText('after', `\nCon --json:\n${fieldLines(rest.json)}`);
  command.addHelpText(
    'after',
    `\nEjemplos:\n${examples.map((example) => `  rafaga ${example}`).join('\n')}`,
  );
  command.action(async (...given: unknown[]) => {
    const words = given.slice(0, command.registeredArguments.length) as string[];
    const flags = command.opts() as Flags;
    const result = await run(flags, ...words);
    print(result, flags);
    if (result.failed) throw new Failure(result.failed === true ? '' : result.failed);
  });
}

/** Of an option given twice one value would be lost. */
const once = (option: string) => (value: string, before?: string) => {
  if (before === undefined) return value;
  throw new Misuse([{ at: option.split(' ')[0] ?? option, text: 'está dos veces.' }]);
};

const fieldLines = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([field, explained]) => `  ${field}: ${explained}`)
    .join('\n');
