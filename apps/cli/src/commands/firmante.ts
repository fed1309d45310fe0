/**
 * firmante: the certificates with which SUNAT or an OSE signs its CDRs, and what happens to a
 * document whose CDR has no valid signature.
 */
import type { Command } from 'commander';
import { examine, policy } from '../signers/checks.js';
import type { SignerFlags } from '../signers/input.js';
import { add, end, list } from '../signers/registry.js';
import { addCommand, addGroup, type CommandSpec } from './addCommand.js';

const AUTHORITY = {
  '--autoridad <nombre>':
    'produccion, beta, simulador, o la dirección https del billService de un OSE',
};
const FILE = {
  archivo: 'un certificado (PEM o DER), o una constancia (R-….zip) de la que tomarlo',
};

const COMMANDS: readonly CommandSpec<SignerFlags>[] = [
  {
    name: 'agregar <archivo>',
    about:
      'Registra un certificado con que una autoridad firma; otra vez, cambia sus fechas y ' +
      'su fuente',
    arguments: FILE,
    options: {
      ...AUTHORITY,
      '--fuente <texto>': 'de dónde consta que es suyo: queda registrado',
      '--desde <AAAA-MM-DD>':
        'vale para constancias desde ese día (lo usual: desde que el certificado vale)',
      '--hasta <AAAA-MM-DD>':
        'y hasta el final de ese día (lo usual: hasta que el certificado vence)',
    },
    examples: [
      'firmante agregar sunat.cer --autoridad produccion --fuente "página de SUNAT, 3/11/2026"',
      'firmante agregar R-20123456786-01-F001-1.zip --autoridad https://ose.pe/billService ' +
        '--fuente "su soporte, por teléfono"',
    ],
    run: add,
  },
  {
    name: 'listar',
    about: 'Los certificados registrados',
    examples: ['firmante listar'],
    run: list,
  },
  {
    name: 'retirar <id>',
    about: 'Deja de creer en un certificado desde ahora, o desde el final de un día',
    arguments: { id: 'el que da la lista' },
    options: { '--hasta <AAAA-MM-DD>': 'el último día en que vale (lo usual: hasta este momento)' },
    examples: ['firmante retirar 3'],
    run: end,
  },
  {
    name: 'probar <archivo>',
    about: 'Dice qué vale la firma de una constancia, sin cambiar nada',
    arguments: { archivo: 'una constancia: R-….zip, o su XML' },
    options: AUTHORITY,
    examples: ['firmante probar R-20123456786-01-F001-1.zip --autoridad produccion'],
    run: examine,
  },
  {
    name: 'politica',
    about:
      'Qué se hace con un comprobante cuya constancia no tiene una firma válida: avisar (y ' +
      'seguir), o revision',
    options: {
      ...AUTHORITY,
      '--rota <que>': 'la firma no corresponde a lo que dice la constancia',
      '--desconocida <que>': 'la firmó un certificado que no está registrado',
      '--ausente <que>': 'no lleva firma',
    },
    examples: [
      'firmante politica --autoridad produccion',
      'firmante politica --autoridad produccion --desconocida revision',
    ],
    run: policy,
  },
];

export function firmante(program: Command): void {
  const parent = addGroup(
    program,
    'firmante',
    'Con qué certificados firma SUNAT (o un OSE) sus constancias (CDR)',
  );
  for (const each of COMMANDS) addCommand(parent, each);
}
