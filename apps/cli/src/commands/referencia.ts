/** referencia: the commands of support for documents that make no progress. */
import type { Command } from 'commander';
import { PERSON_OPTION } from '../context/person.js';
import { ASK_WITHIN_SECONDS, ask } from '../support/ask.js';
import { search, stuck } from '../support/lists.js';
import { approve, decline, RESOLUTION_WORDS, resolve } from '../support/proposals.js';
import { resume } from '../support/resume.js';
import { documentResult, type SupportFlags, withReference } from '../support/target.js';
import { addCommand, addGroup, type CommandSpec } from './addCommand.js';

const RUC = { '--ruc <ruc>': 'solo de este negocio' };
const REFERENCE = { referencia: 'la referencia (Idempotency-Key), o el id del comprobante' };

const COMMANDS: readonly CommandSpec<SupportFlags>[] = [
  {
    name: 'buscar <texto>',
    about: 'Busca por referencia, número (B001-12), id o documento del cliente',
    arguments: {
      texto:
        'el comienzo de la referencia (4 caracteres o más), o el número, id o documento completo',
    },
    options: { ...RUC, '--limite <n>': 'cuántas mostrar (lo usual: 50)' },
    examples: ['referencia buscar venta-18', 'referencia buscar B001-12 --ruc 20123456786'],
    run: search,
  },
  {
    name: 'detenidas',
    about: 'Lo que no avanza, lo más antiguo primero, y por qué',
    options: { ...RUC, '--limite <n>': 'cuántas mostrar (lo usual: 100)' },
    examples: ['referencia detenidas', 'referencia detenidas --ruc 20123456786 --json'],
    run: stuck,
  },
  {
    name: 'ver <referencia>',
    about: 'Una referencia con su comprobante y su historia',
    arguments: REFERENCE,
    options: RUC,
    examples: ['referencia ver venta-1842'],
    run: (flags, key) =>
      withReference(flags, key, async (context, { documentId }) =>
        documentResult(context, documentId),
      ),
  },
  {
    name: 'consultar <referencia>',
    about: 'Un worker pregunta a SUNAT ahora, sin enviar nada, y se muestra lo que contesta',
    arguments: REFERENCE,
    options: { ...RUC, '--espera <segundos>': `cuánto esperar (lo usual: ${ASK_WITHIN_SECONDS})` },
    examples: ['referencia consultar venta-1842'],
    run: ask,
  },
  {
    name: 'reanudar <referencia>',
    about: 'La saca de su espera o su revisión para que los workers sigan',
    arguments: REFERENCE,
    options: { ...RUC, '--motivo <texto>': 'queda en la auditoría' },
    examples: ['referencia reanudar venta-1842 --motivo "se corrigió el certificado"'],
    run: resume,
  },
  {
    name: 'resolver <referencia>',
    about:
      'Propone cómo termina una revisión, con lo que consta a soporte; otra persona lo aprueba',
    arguments: REFERENCE,
    options: {
      ...RUC,
      '--como <fin>': RESOLUTION_WORDS.join(', '),
      '--motivo <texto>': 'qué se verificó y dónde; queda en la auditoría',
      ...PERSON_OPTION,
    },
    examples: [
      'referencia resolver venta-1842 --como aceptada --motivo "consta en SOL, consultado ' +
        'hoy" --persona ana@ejemplo.pe',
    ],
    run: resolve,
  },
  {
    name: 'aprobar <referencia>',
    about: 'Aprueba lo que otra persona propuso: con esto la revisión termina',
    arguments: REFERENCE,
    options: {
      ...RUC,
      '--como <fin>': `lo que se propuso: ${RESOLUTION_WORDS.join(', ')}`,
      ...PERSON_OPTION,
    },
    examples: ['referencia aprobar venta-1842 --como aceptada --persona luis@ejemplo.pe'],
    run: approve,
  },
  {
    name: 'rechazar <referencia>',
    about:
      'Rechaza la propuesta de otra persona, o retira la propia: el comprobante sigue en revisión',
    arguments: REFERENCE,
    options: { ...RUC, ...PERSON_OPTION },
    examples: ['referencia rechazar venta-1842 --persona luis@ejemplo.pe'],
    run: decline,
  },
];

export function referencia(program: Command): void {
  const parent = addGroup(
    program,
    'referencia',
    'Soporte: encontrar y destrabar lo que no avanza solo',
  );
  for (const each of COMMANDS) addCommand(parent, each);
}
