/** Translates the help and the errors of Commander into Spanish. */
import type { Argument, Command, CommanderError } from 'commander';

const TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Global Options:': 'Opciones generales:',
  'Commands:': 'Órdenes:',
};

/** To be called before commands are added, because they inherit the settings. */
export function inSpanish(program: Command): Command {
  return program
    .configureHelp({
      styleTitle: (title: string) => TITLES[title] ?? title,
      subcommandTerm: (command: Command) =>
        [command.name(), ...command.registeredArguments.map(termOf)].join(' '),
      commandUsage: usageOf,
    })
    .configureOutput({ outputError: () => undefined })
    .helpOption('-h, --help', 'muestra esta ayuda')
    .helpCommand('ayuda [orden]', 'muestra la ayuda de una orden')
    .exitOverride();
}

/** rafaga negocio crear [opciones] */
function usageOf(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each; each = each.parent) names.unshift(each.name());
  const rest = command.commands.length > 0 ? ['<orden>'] : command.registeredArguments.map(termOf);
  return [...names, '[opciones]', ...rest].join(' ');
}

function termOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** The error as a Spanish sentence; undefined when Commander only printed help. */
export function translate({ code, exitCode, message }: CommanderError): string | undefined {
  const named = /'([^']*)'/.exec(message)?.[1] ?? '';
  const hint = /\(Did you mean (?:one of )?(.*)\?\)/.exec(message)?.[1];
  const suggestion = hint ? ` ¿Quisiste decir ${hint.replace(', ', ' o ')}?` : '';
  switch (code) {
    case 'commander.helpDisplayed':
    case 'commander.version':
      return undefined;
    case 'commander.help':
      // zero, when it was asked for
      return exitCode === 0 ? undefined : 'Falta la orden.';
    case 'commander.unknownOption':
      return `No existe la opción ${named}.${suggestion}`;
    case 'commander.unknownCommand':
      return `No existe la orden «${named}».${suggestion}`;
    case 'commander.missingArgument':
      return `Falta el argumento ${named.toUpperCase()}.`;
    case 'commander.optionMissingArgument':
      return `La opción ${named.split(' ')[0]} necesita un valor.`;
    case 'commander.excessArguments':
      return 'Sobran argumentos. Si un valor tiene espacios, ponlo entre comillas.';
    default:
      return message;
  }
}
