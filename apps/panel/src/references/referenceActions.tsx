/**
 * The actions on a reference whose document is pending: ask SUNAT, resume, propose a resolution.
 */
import type {
  DocumentSummary,
  Inquiry,
  InquiryOutcome,
  PendingEmission,
  PendingProposal,
  Resolution,
  ReviewReason,
} from '@rafaga/db';
import { INQUIRY, isWorthAsking, SUGGESTED } from '@rafaga/operations';
import { hideQuotedValues } from '@rafaga/runtime';
import type { VNode } from 'preact';
import { isLate, type Surroundings } from '../advice/sentences.js';
import { stopOf } from '../advice/stops.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import {
  ActionButton,
  Button,
  Choice,
  type Faults,
  Form,
  keptFor,
  type Options,
} from '../html/components.js';
import { instant } from '../html/formats.js';
import { hasFaults } from '../html/formPage.js';
import { ReasonField } from '../html/reasonField.js';
import { ProposalNote } from '../proposals/proposalNote.js';
import { isPermitted } from '../users/permissions.js';

interface ReferenceActionsProps {
  request: AuthenticatedRequest;
  found: DocumentSummary;
  /** Why SUNAT cannot be asked about this document; undefined when it can. */
  notAskable: string | undefined;
  inquiry: Inquiry | undefined;
  proposal: PendingProposal | undefined;
  faults: Faults;
  around: Surroundings;
}

export function ReferenceActions(props: ReferenceActionsProps): VNode {
  const { request, found, notAskable, inquiry, proposal, faults, around } = props;
  const { emission, documentId } = found;
  const path = `/referencias/${documentId}`;
  const mayAct = isPermitted(request.user.role, 'references.act');
  const resumable = mayAct && emission !== null && !emission.held && !emission.elsewhere;
  const canAsk = notAskable === undefined;
  return (
    <>
      {proposal && <ProposalNote request={request} proposal={proposal} />}
      <div class="row">
        {canAsk && isWorthAsking(found) && (
          <ActionButton
            request={request}
            action={`${path}/consultar`}
            label="Consultar a SUNAT"
            tone="quiet"
          />
        )}
        {resumable && (
          <ActionButton request={request} action={`${path}/reanudar`} label="Reanudar" />
        )}
      </div>
      {isWorthAsking(found) && (
        <p class="hint">
          {canAsk
            ? 'Consultar solo pregunta: no envía nada ni cambia el estado.'
            : `No se puede consultar a SUNAT: ${notAskable}`}
        </p>
      )}
      {resumable && <p class="hint">{resumeHint(found, around)}</p>}
      {mayAct && emission?.stage === 'review' && !proposal && (
        <ResolveForm
          request={request}
          action={`${path}/resolver`}
          faults={faults}
          inquiry={inquiry}
          resumeFirst={isResumedFirst(inquiry, emission, around)}
        />
      )}
    </>
  );
}

/** SUNAT does not have it and still takes it, and the same bytes could be accepted. */
const isResumedFirst = (
  inquiry: Inquiry | undefined,
  { reviewReason, deadline }: PendingEmission,
  around: Surroundings,
): boolean =>
  inquiry?.result !== undefined &&
  inquiry.result !== null &&
  isAbsent(inquiry.result.outcome, reviewReason) &&
  !isLate(deadline, around) &&
  !(reviewReason && NOT_RESENT.includes(reviewReason));

/** "Not as ours" leaves room for another document, where SUNAT said that the number is taken. */
const isAbsent = (outcome: InquiryOutcome, reason: ReviewReason | null): boolean =>
  outcome === 'not_found' ||
  (outcome === 'not_as_ours' && !(reason && NUMBER_TAKEN.includes(reason)));
const NUMBER_TAKEN: readonly ReviewReason[] = [
  'unproven',
  'foreign_number',
  'contradiction',
  'other_document',
];
/** Reasons whose document would be refused again. */
const NOT_RESENT: readonly ReviewReason[] = [
  'certificate',
  'our_fault',
  'needs_decision',
  'other_environment',
  'decided',
];

/** What a resume does, as far as it is known beforehand. */
function resumeHint({ emission }: DocumentSummary, around: Surroundings): string {
  const stop = emission && stopOf(emission, around);
  const held = stop ? `Aunque la reanudes, por ahora ${stop.next}` : '';
  if (emission?.sends === 0 && emission.stage !== 'review')
    return held || 'Reanudar la pone en manos de un procesador ahora.';
  return `${held} ${around.canAsk ? ASKS_FIRST : SENDS_AGAIN}`.trim();
}

const ASKS_FIRST =
  'Reanudar pregunta primero a SUNAT, y solo se envía lo que SUNAT no tiene. Sin prueba, una ' +
  'revisión vuelve a ser revisión.';
const SENDS_AGAIN =
  'Como no se puede preguntar a SUNAT, reanudar puede volver a enviar el mismo archivo. Sin ' +
  'prueba, una revisión vuelve a ser revisión.';

interface ResolveFormProps {
  request: AuthenticatedRequest;
  action: string;
  faults: Faults;
  inquiry: Inquiry | undefined;
  resumeFirst: boolean;
}

const ResolveForm = (props: ResolveFormProps): VNode => {
  const { request, action, faults, inquiry, resumeFirst } = props;
  const suggested = resumeFirst ? undefined : suggestionOf(inquiry);
  return (
    <>
      {resumeFirst && <p>{RESUME_FIRST}</p>}
      <details open={hasFaults(faults) || keptFor(request, action) !== undefined}>
        <summary>Resolver con lo que consta</summary>
        <p>
          Lo propone una persona y lo aprueba otra; hasta entonces nada cambia.
          {suggested && ' Está llenado con la última consulta a SUNAT: compruébalo.'}
        </p>
        <Form request={request} action={action} class="narrow">
          <Choice
            name="como"
            label="¿Qué consta?"
            value={request.form.text('como') || (suggested ?? '')}
            faults={faults}
            options={RESOLUTIONS}
          />
          <ReasonField
            request={request}
            faults={faults}
            label="¿Qué se verificó y dónde?"
            suggested={suggested ? reasonFrom(inquiry) : ''}
          />
          <Button tone="danger">Proponer</Button>
        </Form>
      </details>
    </>
  );
};

const RESUME_FIRST =
  'SUNAT no lo tiene y todavía lo recibe: lo indicado es Reanudar, que lo envía. Descártalo solo ' +
  'si la venta se anuló o ya se emitió con otra referencia.';

const WORD: Readonly<Record<Resolution, string>> = {
  accepted: 'aceptada',
  rejected: 'rechazada',
  discarded: 'descartada',
};

function suggestionOf(inquiry: Inquiry | undefined): string | undefined {
  const suggested = inquiry?.result && SUGGESTED[inquiry.result.outcome];
  return suggested ? WORD[suggested] : undefined;
}

function reasonFrom(inquiry: Inquiry | undefined): string {
  if (!inquiry?.result || !suggestionOf(inquiry)) return '';
  const { at, outcome, answers } = inquiry.result;
  const said = answers.map((answer) => [answer.code, answer.said].filter(Boolean).join(' '));
  const text = hideQuotedValues(said.join(' · '));
  return `Consulta a SUNAT del ${instant(at)}: ${INQUIRY[outcome]} Contestó: ${text}`;
}

const RESOLUTIONS: Options = [
  ['aceptada', 'SUNAT la aceptó'],
  ['rechazada', 'SUNAT la rechazó'],
  ['descartada', 'Nunca llegó ni se enviará', 'Su número queda sin usar y cuenta como rechazada.'],
];
