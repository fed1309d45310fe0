/**
 * What was received, sent or answered for a document, as a page: masked, or whole for users who may
 * reveal it, which the audit records.
 */
import { recordAct } from '@rafaga/db';
import { notFound, PageRefusal } from '../edge/pageRefusal.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { type PageResponse, page } from '../edge/pageResponse.js';
import { ActionButton } from '../html/components.js';
import { isPermitted } from '../users/permissions.js';
import { CONTENTS, type ShownContent } from './contents.js';
import { type ReferenceDetails, readableDetails } from './requestedReference.js';

export async function showMasked(request: AuthenticatedRequest): Promise<PageResponse> {
  const [content, { document }] = await requested(request);
  return contentPage(request, content, content.mask(await textOf(request, content, document)));
}

export async function showWhole(request: AuthenticatedRequest): Promise<PageResponse> {
  const [content, { document, found }] = await requested(request);
  const text = await textOf(request, content, document);
  const { businessId, documentId } = found;
  await recordAct(request.deps.db, request.by(), {
    action: 'document.reveal',
    businessId,
    documentId,
    after: { shown: request.param('que') },
  });
  return contentPage(request, content, text, { whole: true });
}

async function requested(request: AuthenticatedRequest): Promise<[ShownContent, ReferenceDetails]> {
  const name = request.param('que');
  const content = Object.hasOwn(CONTENTS, name) ? CONTENTS[name] : undefined;
  if (!content) throw notFound();
  return [content, await readableDetails(request)];
}

async function textOf(
  { deps }: AuthenticatedRequest,
  { read }: ShownContent,
  document: ReferenceDetails['document'],
): Promise<string> {
  const text = await read(deps, document);
  if (text === undefined) throw new PageRefusal(404, 'Todavía no lo hay.');
  return text;
}

function contentPage(
  request: AuthenticatedRequest,
  { title, hint }: ShownContent,
  text: string,
  { whole = false } = {},
): PageResponse {
  const path = `/referencias/${request.param('id')}`;
  return page(
    title,
    <>
      <p class="crumbs">
        <a href={path}>Volver a la referencia</a>
      </p>
      <h1>{title}</h1>
      <p class="hint">
        {hint}
        {!whole && ' Los datos personales están ocultos.'}
      </p>
      <pre class="secret">{text.replace(/></g, '>\n<')}</pre>
      {!whole && isPermitted(request.user.role, 'references.reveal') && (
        <ActionButton
          request={request}
          action={`${path}/ver/${request.param('que')}`}
          label="Mostrar completo (queda registrado)"
          tone="quiet"
        />
      )}
    </>,
    { headers: { 'Cache-Control': 'no-store' } },
  );
}
