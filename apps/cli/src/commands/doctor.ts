/** doctor: checks what the installation needs, says what is wrong, and what to do about it. */
import type { Command } from 'commander';
import type { Finding, FindingState } from '../doctor/finding.js';
import { type Colour, paint } from '../terminal/paint.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { addCommand } from './addCommand.js';

export function doctor(program: Command): void {
  addCommand<CommonFlags>(program, {
    name: 'doctor',
    about:
      'Revisa la instalación: ajustes, PostgreSQL, Redis, archivos, reloj, certificados, ' +
      'la llegada a SUNAT, cifrado y procesos. Nada cambia. Sale con 1 si algo está mal',
    json: {
      resultado: 'bien, aviso o mal: lo peor que se encontró',
      revisiones: 'tema, estado (bien, aviso o mal), texto y remedio de cada una',
    },
    examples: ['doctor', 'doctor --json'],
    run: examine,
  });
}

async function examine(): Promise<CommandResult> {
  const { diagnose } = await import('../doctor/diagnose.js');
  const findings = await diagnose();
  const worst = (['mal', 'aviso'] as const).find((state) =>
    findings.some((each) => each.state === state),
  );
  const json = {
    resultado: worst ?? 'bien',
    revisiones: findings.map(({ area, state, text, remedy }) => ({
      tema: area,
      estado: state,
      texto: text,
      ...(remedy && { remedio: remedy }),
    })),
  };
  return { json, text: findings.map(lineOf).join('\n'), failed: worst === 'mal' };
}

const SIGNS: Readonly<Record<FindingState, readonly [sign: string, colour: Colour]>> = {
  bien: ['✓', 'green'],
  aviso: ['!', 'yellow'],
  mal: ['✗', 'red'],
};

function lineOf({ area, state, text, remedy }: Finding): string {
  const [sign, colour] = SIGNS[state];
  const line = `${paint(colour, `${sign} ${state.padEnd(5)}`)}  ${area.padEnd(12)}  ${text}`;
  return remedy ? `${line}\n         ${' '.repeat(12)}→ ${remedy}` : line;
}
