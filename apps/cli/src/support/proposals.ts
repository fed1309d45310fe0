/** Ends a review by two persons: one proposes its resolution, another approves or declines it. */
import type { DocumentSummary, PendingProposal, ProposalProblem, Resolution } from '@rafaga/db';
import { PROPOSAL_PROBLEM, RESOLUTION, stateOf } from '@rafaga/operations';
import { documentJson, readDocument } from '../cards/documentCard.js';
import type { CommandContext } from '../context/commandContext.js';
import { keepDecision } from '../context/fileStore.js';
import { authenticatedDecider, readPerson } from '../context/person.js';
import { Failure, Mistakes } from '../terminal/failure.js';
import type { CommandResult } from '../terminal/print.js';
import { reasonOf } from '../terminal/systemProblem.js';
import { type SupportFlags, withReference } from './target.js';

const RESOLUTIONS = {
  aceptada: 'accepted',
  rechazada: 'rejected',
  descartada: 'discarded',
} as const satisfies Record<string, Resolution>;
export const RESOLUTION_WORDS = Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[];

/** Proposes a resolution: the review ends when a second person approves it. */
export const resolve = (flags: SupportFlags, key: string): Promise<CommandResult> => {
  const mistakes = new Mistakes();
  const resolution = readResolution(flags, mistakes);
  const reason = flags.motivo?.trim() ?? '';
  if (reason.length < 5)
    mistakes.add('--motivo', 'di qué se verificó y dónde (5 caracteres o más).');
  const email = readPerson(flags.persona, mistakes);
  mistakes.check();
  return withReference(flags, key, async (context, found) => {
    if (found.emission?.stage !== 'review')
      throw new Failure(`La referencia ${found.reference} no está en revisión: ${stateOf(found)}.`);
    if (
      resolution !== 'discarded' &&
      !(await readDocument(context, found.documentId)).document.outcome?.signature
    )
      throw new Failure(
        'No se puede resolver así: nunca llegó a firmarse, y lo que no se firmó solo puede ' +
          'descartarse.',
      );
    const by = await authenticatedDecider(context, email, reason);
    const { businessId, documentId } = found;
    const { propose } = await import('@rafaga/db');
    const what = { action: 'document.resolve', businessId, documentId, resolution } as const;
    const id = await orFailure(propose(context.db, by, what));
    return {
      json: {
        propuesta: id,
        referencia: found.reference,
        como: flags.como,
        motivo: reason,
        por: email,
      },
      text:
        `Propuesta ${id}: resolver ${found.reference} como ${flags.como}. Nada cambia hasta que ` +
        'otra persona la apruebe.',
      remarks: [
        'Otra persona la aprueba en el panel, o con: rafaga referencia aprobar ' +
          `${found.reference} --como ${flags.como} --persona CORREO`,
      ],
    };
  });
};

const readResolution = ({ como = '' }: SupportFlags, mistakes: Mistakes): Resolution =>
  RESOLUTIONS[mistakes.oneOf('--como', como, RESOLUTION_WORDS)];

/** The person repeats the resolution that was read: there may be another proposal since. */
export const approve = (flags: SupportFlags, key: string): Promise<CommandResult> => {
  const mistakes = new Mistakes();
  const read = readResolution(flags, mistakes);
  return withProposal(flags, key, mistakes, async (context, email, found, proposal) => {
    const { what } = proposal;
    if (what.action !== 'document.resolve' || what.resolution !== read)
      throw new Failure(`No es lo que se propuso. ${inWords(proposal)} No se aprobó nada.`);
    const by = await authenticatedDecider(context, email);
    const { approveProposal } = await import('@rafaga/db');
    await orFailure(approveProposal(context.db, by, proposal.id, keepDecision(context)));
    const card = await readDocument(context, found.documentId);
    return {
      json: documentJson(card),
      text: `Aprobada: ${found.reference} quedó resuelta. ${inWords(proposal)}`,
    };
  });
};

export const decline = (flags: SupportFlags, key: string): Promise<CommandResult> =>
  withProposal(flags, key, new Mistakes(), async (context, email, found, proposal) => {
    const by = await authenticatedDecider(context, email);
    const { declineProposal } = await import('@rafaga/db');
    await orFailure(declineProposal(context.db, by, proposal.id));
    return {
      json: { propuesta: proposal.id, rechazada: true },
      text:
        `La propuesta sobre ${found.reference} quedó rechazada: sigue en revisión. ` +
        `${inWords(proposal)}`,
    };
  });

type ProposalWork = (
  context: CommandContext,
  email: string,
  found: DocumentSummary,
  proposal: PendingProposal,
) => Promise<CommandResult>;

/** Works on the pending proposal about a document, for the person who decides on it. */
function withProposal(
  flags: SupportFlags,
  key: string,
  mistakes: Mistakes,
  work: ProposalWork,
): Promise<CommandResult> {
  const email = readPerson(flags.persona, mistakes);
  mistakes.check();
  return withReference(flags, key, async (context, found) => {
    const { listProposals } = await import('@rafaga/db');
    const [proposal] = await listProposals(context.db, {
      scope: found.businessId,
      documentId: found.documentId,
    });
    if (!proposal)
      throw new Failure(`Nadie ha propuesto nada sobre la referencia ${found.reference}.`);
    return work(context, email, found, proposal);
  });
}

function inWords({ what, proposer, reason }: PendingProposal): string {
  const resolution = what.action === 'document.resolve' ? RESOLUTION[what.resolution] : what.action;
  return `Lo propuso ${proposer}, como ${resolution}: «${reason}».`;
}

async function orFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { name, reason, cause } = error as ProposalProblem;
    if (name !== 'ProposalProblem') throw error;
    const because = reason === 'not_kept' ? ` (${reasonOf(cause)})` : '';
    throw new Failure(PROPOSAL_PROBLEM[reason] + because);
  }
}
