/**
 * negocio pasar: moves a business and its pending documents to another environment, by a decision
 * of two persons.
 */
import type { Business, Decider, Proposed } from '@rafaga/db';
import { PROPOSAL_PROBLEM } from '@rafaga/operations';
import type { Command } from 'commander';
import { refuseUnbegun } from '../businesses/refuseUnbegun.js';
import { cardJson, cardText } from '../cards/businessCard.js';
import { businessOf, type CommandContext, withContext } from '../context/commandContext.js';
import { keepDecision } from '../context/fileStore.js';
import { type BusinessFlags, readBusiness, readRuc } from '../rules/business.js';
import { documentCount } from '../terminal/amounts.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult, CommonFlags } from '../terminal/print.js';
import { addCommand } from './addCommand.js';

interface Flags extends BusinessFlags, CommonFlags {
  propone?: string;
  aprueba?: string;
  motivo?: string;
  aceptaRechazos?: boolean;
}

export function pasar(parent: Command): void {
  addCommand<Flags>(parent, {
    name: 'pasar',
    about: 'Pasa un negocio a otro ambiente con lo que espera respuesta en el actual',
    options: {
      '--ruc <ruc>': 'RUC del negocio',
      '--ambiente <nombre>': 'simulador, beta o produccion',
      '--url-sunat <url>':
        'dirección propia para enviar comprobantes; --ambiente dice qué es (lo usual: produccion)',
      '--url-consulta <url>': 'dirección propia para consultarlos',
      '--propone <correo>': 'operador o administrador que lo propone',
      '--aprueba <correo>': 'otro operador o administrador, que lo aprueba',
      '--motivo <texto>': 'por qué: queda en la auditoría y en cada comprobante',
      '--acepta-rechazos': 'pasa a producción también lo que allá no se acepta',
    },
    examples: [
      'negocio pasar --ruc 20123456786 --ambiente produccion --propone ana@cadena.pe ' +
        '--aprueba luis@cadena.pe --motivo "El simulador se retiró"',
    ],
    run,
  });
}

async function run(flags: Flags): Promise<CommandResult> {
  const mistakes = new Mistakes();
  const ruc = readRuc(flags.ruc, mistakes);
  const { authority, ...place } = readBusiness(flags, mistakes);
  mistakes.required('--ambiente', authority);
  const reason = flags.motivo?.trim() ?? '';
  if (reason.length < 5) mistakes.add('--motivo', 'di por qué (5 caracteres o más).');
  for (const at of ['propone', 'aprueba'] as const)
    mistakes.required(`--${at}`, flags[at] || undefined);
  if (flags.propone && flags.propone.toLowerCase() === flags.aprueba?.toLowerCase())
    mistakes.add('--aprueba', 'lo aprueba otra persona que la que lo propone.');
  mistakes.check();
  return withContext(async (context) => {
    const { targetOf } = await import('@rafaga/db');
    const business = await businessOf(context.db, ruc);
    const to = targetOf({ authority, ...place });
    if (to.environment === 'production' && !flags.aceptaRechazos)
      await refuseUnaccepted(context, business);
    await refuseUnbegun(context, business, to.environment);
    if (
      !(await approved(
        context,
        { action: 'environment.change', businessId: business.id, ...to },
        flags,
        reason,
      ))
    )
      throw new Failure(
        'Ya hay una propuesta de cambio de ambiente que espera en el panel: apruébala o ' +
          'recházala antes.',
      );
    await context.changed(business.id);
    return outcome(context, await businessOf(context.db, ruc));
  });
}

/** Says what production would not accept, before anything moves. */
async function refuseUnaccepted({ db }: CommandContext, { id }: Business): Promise<void> {
  const { readProductionObstacles } = await import('@rafaga/operations/business');
  const { documents, texts } = await readProductionObstacles(db, id, new Date());
  if (texts.length === 0) return;
  throw new Failure([...texts, 'Para pasarlo así: --acepta-rechazos.'].join('\n'), {
    no_acepta_produccion: documents,
  });
}

/** Proposes and approves the change, each by its person; false when another proposal is pending. */
async function approved(
  context: CommandContext,
  what: Proposed,
  { propone, aprueba }: Flags,
  reason: string,
): Promise<boolean> {
  const { approveProposal, declineProposal, ProposalProblem, propose } = await import('@rafaga/db');
  const [proposer, approver] = [
    await namedDecider(context, propone, reason),
    await namedDecider(context, aprueba, reason),
  ];
  try {
    const id = await propose(context.db, proposer, what);
    await approveProposal(context.db, approver, id, keepDecision(context)).catch(async (error) => {
      // whatever becomes of the withdrawal, the first error is the one to show
      await declineProposal(context.db, proposer, id).catch(() => undefined);
      throw error;
    });
    return true;
  } catch (error) {
    if (!(error instanceof ProposalProblem)) throw error;
    if (error.reason === 'waits_already') return false;
    throw new Failure(PROPOSAL_PROBLEM[error.reason]);
  }
}

/**
 * A person by the e-mail address that the operator gave, without a password: the audit records the
 * user of the operating system with it.
 */
async function namedDecider(
  context: CommandContext,
  email: string | undefined,
  reason: string,
): Promise<Decider> {
  const { findLogin } = await import('@rafaga/db');
  const person = await findLogin(context.db, email ?? '');
  if (!person || person.disabledAt || !['admin', 'operator'].includes(person.role))
    throw new Failure(`${email} no es un operador ni un administrador con acceso al panel.`);
  const { actor } = context.by();
  return { ...context.by(reason), actor: `${actor} por ${person.email}`, userId: person.id };
}

async function outcome({ db }: CommandContext, business: Business): Promise<CommandResult> {
  const [{ countLeftBehind, listUnbegunSeries }, { readBusinessSetup }] = await Promise.all([
    import('@rafaga/db'),
    import('@rafaga/operations/business'),
  ]);
  const [behind, unbegun, card] = [
    await countLeftBehind(db, business.id),
    await listUnbegunSeries(db, business.id),
    await readBusinessSetup(db, business),
  ];
  const { ruc } = business;
  const remarks = unbegun.map(
    ({ code, lastNumber }) =>
      `La serie ${code} llegó al ${lastNumber} y aquí no empieza: rafaga serie agregar ` +
      `--ruc ${ruc} --serie ${code} --siguiente NUMERO`,
  );
  if (behind > 0)
    remarks.unshift(
      `En revisión: ${documentCount(behind)}, por un envío anterior que pudo llegar o un número ` +
        `que ya se usa: rafaga referencia detenidas --ruc ${ruc}`,
    );
  return {
    json: { ...cardJson(card), en_revision_del_ambiente_anterior: behind },
    text: cardText(card),
    remarks,
  };
}
