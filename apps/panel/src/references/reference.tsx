/** The page of one reference: its state, its timeline, its files, and what the user may do. */
import {
  findBusiness,
  findInquiry,
  type Inquiry,
  listAnswers,
  listPendingCdrs,
  listProposals,
  recordAct,
} from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import { reasonNotAskable } from '@rafaga/operations/business';
import { hideQuotedValues } from '@rafaga/runtime';
import type { VNode } from 'preact';
import { advise } from '../advice/advice.js';
import type { Surroundings } from '../advice/sentences.js';
import { readSurroundings } from '../advice/surroundings.js';
import { EMPTY_FORM } from '../edge/form.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { PageResponse } from '../edge/pageResponse.js';
import { FaultList, type Faults } from '../html/components.js';
import { ago, clock } from '../html/formats.js';
import { formPage } from '../html/formPage.js';
import { DocumentState } from '../html/states.js';
import { isPermitted } from '../users/permissions.js';
import { Answers } from './answersTable.js';
import { showArchived } from './archivedReference.js';
import { CdrNotes } from './cdrNotes.js';
import { ComparedTable } from './comparedTable.js';
import { FileLinks } from './fileLinks.js';
import { InquiryPanel } from './inquiryPanel.js';
import { maskedDetails } from './maskedDetails.js';
import { ReferenceActions } from './referenceActions.js';
import { Identifiers, ReferenceData } from './referenceData.js';
import { type ReferenceDetails, readableDetails } from './requestedReference.js';
import { RevealButton } from './revealButton.js';
import { Sale } from './sale.js';
import { SaleSummary } from './saleSummary.js';
import { SupportReport } from './supportReport.js';
import { Timeline } from './timeline.js';

export const reference = async (request: AuthenticatedRequest): Promise<PageResponse> =>
  showReference(request, await readableDetails(request));

/** Shows the client's personal data once and records the user in the audit. */
export async function reveal(request: AuthenticatedRequest): Promise<PageResponse> {
  const details = await readableDetails(request);
  const { businessId, documentId } = details.found;
  await recordAct(request.deps.db, request.by(), {
    action: 'document.reveal',
    businessId,
    documentId,
  });
  return showReference(request, details, { revealed: true });
}

interface ShowOptions {
  faults?: Faults;
  /** Personal data are shown unmasked. */
  revealed?: boolean;
}

export async function showReference(
  request: AuthenticatedRequest,
  whole: ReferenceDetails,
  { faults = {}, revealed = false }: ShowOptions = {},
): Promise<PageResponse> {
  const masked = maskedDetails(whole);
  const details = revealed ? whole : masked;
  const { found, document, history, bundle } = details;
  if (bundle !== undefined) return showArchived(request, details, bundle, revealed);
  const { now } = request;
  const more = await readMore(request, details, revealed);
  const mayReveal = isPermitted(request.user.role, 'references.reveal');
  const shared = { request, document, faults };
  return formPage(
    nameOf(details),
    faults,
    <>
      <p class="crumbs">
        <a href="/referencias">Referencias</a>
      </p>
      <FaultList faults={faults} />
      <h1>{found.reference}</h1>
      <div {...liveness(request, details, more.inquiry)}>
        <Lead details={details} now={now} />
        <SaleSummary document={document} business={more.business} revealed={revealed} />
        <Explanation details={details} around={more.around} />
        <ReferenceActions {...shared} found={found} {...more} />
        {more.inquiry && (
          <InquiryPanel inquiry={more.inquiry} details={details} revealed={revealed} now={now} />
        )}
        {found.emission?.compared && !more.inquiry?.result?.answers.length && (
          <ComparedTable compared={found.emission.compared} revealed={revealed} />
        )}
        <h2>Línea de tiempo</h2>
        <Timeline document={document} history={history} />
        <Answers request={request} answers={more.answers} />
        <h2>Archivos</h2>
        <FileLinks document={document} allowed={mayReveal} pending={more.pendingCdrs} />
        <CdrNotes {...shared} pending={more.pendingCdrs} />
        <h2>Datos</h2>
        <ReferenceData details={details} />
        <Identifiers details={details} />
        <Sale document={document} revealed={revealed} />
        {!revealed && mayReveal && <RevealButton request={request} document={document} />}
        <SupportReport details={masked} />
        <p class="hint">Actualizado a las {clock(now)}.</p>
      </div>
    </>,
  );
}

/** How many seconds apart the page is fetched again; what answers a form has no such address. */
function liveness(
  { form }: AuthenticatedRequest,
  { found }: ReferenceDetails,
  inquiry: Inquiry | undefined,
): Record<string, string> {
  if (form !== EMPTY_FORM) return {};
  if (inquiry && !inquiry.result) return { 'data-live': '2' };
  return { 'data-live': found.emission ? '5' : '30' };
}

async function readMore(
  request: AuthenticatedRequest,
  { found, document }: ReferenceDetails,
  revealed: boolean,
) {
  const { db } = request.deps;
  const [business, notAskable, inquiry, [proposal], answers, cdrs] = await Promise.all([
    findBusiness(db, found.ruc),
    reasonNotAskable(db, found),
    findInquiry(db, found.documentId),
    listProposals(db, { scope: found.businessId, documentId: found.documentId }),
    listAnswers(db, found.documentId),
    listPendingCdrs(db, found.documentId),
  ]);
  const pendingCdrs = cdrs.map(({ description, ...cdr }) => ({
    ...cdr,
    description: revealed ? description : hideQuotedValues(description),
  }));
  const cdrArrived = pendingCdrs.some(({ conflict }) => conflict === null);
  const others = await readSurroundings(request, found, business, { canAsk: !notAskable });
  const otherCdr = pendingCdrs.find(({ conflict }) => conflict === 'other_state');
  const observations = document.outcome?.notes?.length ?? 0;
  const shownAccepted = inquiry?.shownAccepted === true;
  const around = { ...others, cdrArrived, otherCdr, observations, shownAccepted };
  return { business, notAskable, inquiry, proposal, answers, pendingCdrs, around };
}

const nameOf = ({ found: { kind, series, number } }: ReferenceDetails): string =>
  `${KIND[kind]} ${series}-${number}`;

interface PartProps {
  details: ReferenceDetails;
  now: Date;
}

function Lead({ details, now }: PartProps): VNode {
  const { found } = details;
  return (
    <p class="lead">
      <DocumentState found={found} /> {nameOf(details)}
      {!found.state && ` · hace ${ago(found.createdAt, now)}`}
    </p>
  );
}

function Explanation({
  details,
  around,
}: {
  details: ReferenceDetails;
  around: Surroundings;
}): VNode {
  const { happened, next, you } = advise(details.found, around);
  return (
    <dl class="sentences">
      <div>
        <dt>Qué pasó</dt>
        <dd>{happened}</dd>
      </div>
      <div>
        <dt>Qué hará el sistema</dt>
        <dd>{next}</dd>
      </div>
      <div>
        <dt>Qué puedes hacer</dt>
        <dd>{you}</dd>
      </div>
    </dl>
  );
}
