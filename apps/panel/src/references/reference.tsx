/**
 * One reference: its state, its three sentences, its timeline, its files, and what a person may do
 * about it.
 */
import {
  audit,
  type DocumentSummary,
  findBusiness,
  findSummary,
  listAnswers,
  listPendingCdrs,
  listProposals,
  openDocument,
  type PendingProposal,
  timeline,
} from '@rafaga/db';
import { ENVIRONMENT, EVIDENCE, explain, KIND, SIGNATURE } from '@rafaga/operations';
import { askable } from '@rafaga/operations/business';
import type { VNode } from 'preact';
import { notFound } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import {
  ActionButton,
  Button,
  Choice,
  DescriptionList,
  FaultList,
  type Faults,
  Form,
  TextArea,
} from '../html/components.js';
import { ago, dateText, instant, money } from '../html/formats.js';
import { DocumentState } from '../html/states.js';
import { ProposalNote } from '../proposals/proposalNote.js';
import { isPermitted } from '../users/permissions.js';
import { Answers } from './answersTable.js';
import { Cdr } from './cdrNotes.js';
import { ComparedTable } from './comparedTable.js';
import { Files, type ReferenceDetails, reportOf, Sale, Timeline } from './referenceParts.js';

/** The one that the path names, of a business of the visitor's. */
export async function requestedReference(request: AuthenticatedRequest): Promise<DocumentSummary> {
  const id = request.param('id');
  const found = /^[1-9]\d{0,15}$/.test(id)
    ? await findSummary(request.deps.db, Number(id))
    : undefined;
  if (!found || (request.user.businessId !== null && request.user.businessId !== found.businessId))
    throw notFound();
  return found;
}

export async function referenceDetails(request: AuthenticatedRequest): Promise<ReferenceDetails> {
  const found = await requestedReference(request);
  const [document, history] = await Promise.all([
    openDocument(request.deps.db, found.documentId),
    timeline(request.deps.db, found.documentId),
  ]);
  if (!document) throw notFound();
  return { found, document, history };
}

export const reference = async (request: AuthenticatedRequest): Promise<PageResponse> =>
  showReference(request, await referenceDetails(request));

/** With the client's data in clear, once; who saw them is noted. */
export async function reveal(request: AuthenticatedRequest): Promise<PageResponse> {
  const card = await referenceDetails(request);
  const { businessId, documentId } = card.found;
  await audit(request.deps.db.prisma, request.by(), {
    action: 'document.reveal',
    businessId,
    documentId,
  });
  return showReference(request, card, { revealed: true });
}

export async function showReference(
  request: AuthenticatedRequest,
  card: ReferenceDetails,
  { faults = {}, revealed = false }: { faults?: Faults; revealed?: boolean } = {},
): Promise<PageResponse> {
  const { now, user } = request;
  const { found, document, history } = card;
  const [business, asks, [proposal], answers, pending] = await Promise.all([
    findBusiness(request.deps.db, found.ruc),
    askable(request.deps.db, found),
    listProposals(request.deps.db, { documentId: found.documentId }),
    listAnswers(request.deps.db, found.documentId),
    listPendingCdrs(request.deps.db, found.documentId),
  ]);
  const { happened, next, you } = explain(found, now);
  const signature = document.outcome?.cdrSignature;
  const name = `${KIND[found.kind]} ${found.series}-${found.number}`;
  return page(
    `${Object.keys(faults).length > 0 ? 'Error: ' : ''}${name}`,
    <>
      <p class="crumbs">
        <a href="/referencias">Referencias</a>
      </p>
      <FaultList faults={faults} />
      <h1>{found.key}</h1>
      <p class="lead">
        <DocumentState found={found} /> {name} ·{' '}
        <span class="number">{money(found.currency, found.total)}</span>
        {!found.state && ` · hace ${ago(found.createdAt, now)}`}
      </p>
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
      <Actions request={request} found={found} askable={asks} proposal={proposal} faults={faults} />
      {found.emission?.compared && (
        <ComparedTable compared={found.emission.compared} revealed={revealed} />
      )}
      <h2>Línea de tiempo</h2>
      <Timeline document={document} history={history} />
      <Answers request={request} answers={answers} />
      <h2>Archivos</h2>
      <Files document={document} allowed={isPermitted(user.role, 'references.reveal')} />
      <Cdr request={request} document={document} pending={pending} faults={faults} />
      <h2>Datos</h2>
      <DescriptionList
        rows={[
          [
            'Negocio',
            business && (
              <a href={`/negocios/${found.ruc}`}>{`${business.legalName} · RUC ${found.ruc}`}</a>
            ),
          ],
          ['Entorno', ENVIRONMENT[found.environment]],
          ['Id', <code>{found.documentId}</code>],
          [
            'Referencia',
            found.referenceState === 'review'
              ? 'en revisión: repetirla responde 409'
              : 'finalizada: repetirla devuelve la misma respuesta',
          ],
          ['Fecha de emisión', dateText(document.issueDate)],
          ['Creado', instant(document.createdAt)],
          ['En qué se apoya', found.evidence && EVIDENCE[found.evidence]],
          ['Código de SUNAT', found.code && `${found.code}: ${found.description ?? ''}`],
          [
            'Observaciones',
            (document.outcome?.notes ?? []).map(({ code, text }) => `${code} ${text}`).join(' · '),
          ],
          ['Firma de la constancia', signature && SIGNATURE[signature].text],
          [
            'Huella (DigestValue)',
            document.outcome?.signature?.digest && <code>{document.outcome.signature.digest}</code>,
          ],
          ['Solicitud', <code>{document.requestId}</code>],
          ['Trabajo', found.emission && <code>{`d-${found.documentId}`}</code>],
        ]}
      />
      <Sale document={document} revealed={revealed} />
      {!revealed && isPermitted(user.role, 'references.reveal') && (
        <p>
          <ActionButton
            request={request}
            action={`/referencias/${found.documentId}/mostrar`}
            label="Mostrar los datos personales (queda registrado)"
            tone="quiet"
          />
        </p>
      )}
      <details>
        <summary>Informe para soporte</summary>
        <pre class="secret" id="informe">
          {reportOf(card)}
        </pre>
        <button type="button" class="button quiet" data-copy="informe" hidden>
          Copiar
        </button>
      </details>
    </>,
    { status: Object.keys(faults).length > 0 ? 422 : 200 },
  );
}

function Actions(props: {
  request: AuthenticatedRequest;
  found: DocumentSummary;
  askable: boolean;
  proposal: PendingProposal | undefined;
  faults: Faults;
}): VNode | null {
  const { request, found, askable, proposal, faults } = props;
  const { emission, documentId } = found;
  if (!emission) return null;
  const at = `/referencias/${documentId}`;
  const act = isPermitted(request.user.role, 'references.act');
  return (
    <>
      {proposal && <ProposalNote request={request} proposal={proposal} />}
      <div class="row">
        {askable && mayAsk(request, found) && (
          <ActionButton
            request={request}
            action={`${at}/consultar`}
            label="Consultar a SUNAT"
            tone="quiet"
          />
        )}
        {act && !emission.held && !emission.elsewhere && (
          <ActionButton request={request} action={`${at}/reanudar`} label="Reanudar" />
        )}
      </div>
      {act && !emission.held && !emission.elsewhere && (
        <p class="hint">{aboutResuming(found, askable)}</p>
      )}
      {act && emission.stage === 'review' && !proposal && (
        <details open={Object.keys(faults).length > 0}>
          <summary>Resolver con lo que consta</summary>
          <p>Lo propone una persona y lo aprueba otra; hasta entonces nada cambia.</p>
          <Form request={request} action={`${at}/resolver`} class="narrow">
            <Choice
              name="como"
              label="¿Qué consta?"
              value={request.form.text('como')}
              faults={faults}
              options={[
                ['aceptada', 'SUNAT la aceptó'],
                ['rechazada', 'SUNAT la rechazó'],
                [
                  'descartada',
                  'Nunca llegó ni se enviará',
                  'Su número queda sin usar y cuenta como rechazada.',
                ],
              ]}
            />
            <TextArea
              name="motivo"
              label="¿Qué se verificó y dónde?"
              hint="Queda en la auditoría, con tu nombre."
              value={request.form.text('motivo')}
              faults={faults}
            />
            <Button tone="danger">Proponer</Button>
          </Form>
        </details>
      )}
    </>
  );
}

/** What the button does, as far as it can be said before. */
function aboutResuming({ emission }: DocumentSummary, askable: boolean): string {
  if (emission?.sends === 0 && emission.stage !== 'review')
    return 'Reanudar la pone en manos de un procesador ahora.';
  return askable
    ? 'Reanudar pregunta primero a SUNAT, y solo se envía lo que SUNAT no tiene. Sin prueba, ' +
        'una revisión vuelve a ser revisión.'
    : 'A SUNAT no se le puede preguntar por este comprobante: reanudar puede volver a enviar ' +
        'los mismos bytes. Sin prueba, una revisión vuelve a ser revisión.';
}

/** Whoever only looks cannot take it out of its review. */
export const mayAsk = ({ user }: AuthenticatedRequest, { emission }: DocumentSummary): boolean =>
  emission !== null &&
  emission.sends > 0 &&
  !emission.held &&
  !emission.elsewhere &&
  (emission.stage !== 'review' || isPermitted(user.role, 'references.act'));
