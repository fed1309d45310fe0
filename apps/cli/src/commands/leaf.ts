/** Declares a command: its group, options, --json, examples, and the printing of its result. */
import type { Command } from 'commander';
import { type Common, type Shown, show } from '../terminal/show.js';

export const group = (program: Command, name: string, about: string): Command =>
  program.command(name).description(about);

export interface Leaf<Flags> {
  /** 'crear', or 'ver <id>' with its arguments. */
  name: string;
  about: string;
  arguments?: Readonly<Record<string, string>>;
  /** Commander's notation: '--ruc <ruc>'. */
  options?: Readonly<Record<string, string>>;
  /** Without the word rafaga. */
  examples: readonly string[];
  run(flags: Flags, ...args: string[]): Promise<Shown>;
}

export function leaf<Flags extends Common>(
  parent: Command,
  { name, about, examples, run, ...rest }: Leaf<Flags>,
): void {
  const command = parent.command(name).description(about);
  for (const [argument, explained] of Object.entries(rest.arguments ?? {})) {
    const own = command.registeredArguments.find((each) => each.name() === argument);
    if (own) own.description = explained;
  }
  for (const [option, explained] of Object.entries(rest.options ?? {}))
    command.option(option, explained);
  command.option(
    '--json',
    'un documento JSON en la salida; los errores, JSON en la salida de errores',
  );
  command.addHelpText(
    'after',
    `\nEjemplos:\n${examples.map((example) => `  rafaga ${example}`).join('\n')}`,
  );
  command.action(async (...given: unknown[]) => {
    const words = given.slice(0, command.registeredArguments.length) as string[];
    const flags = command.opts() as Flags;
    show(await run(flags, ...words), flags);
  });
}
