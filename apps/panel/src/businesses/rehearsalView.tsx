/** The rehearsal on the page that activates a business: what it does, its result, its ticket. */
import type { RehearsalResult } from '@rafaga/db';
import type { VNode } from 'preact';
import { notFound } from '../edge/pageRefusal.js';
import type { BusinessRequest } from '../edge/pageRequest.js';
import { framed, type PageResponse } from '../edge/pageResponse.js';
import { ActionButton, Tag } from '../html/components.js';
import { wizardQuery } from './businessLayout.js';
import { isWaiting, rehearsalPlace, rehearsalResult } from './rehearse.js';
import { sheets } from './sheets.js';

/** The result that the address names. */
export const requestedResult = (request: BusinessRequest): Promise<RehearsalResult | undefined> =>
  rehearsalResult(request, request.query('ensayo'));

interface RehearsalProps {
  request: BusinessRequest;
  result: RehearsalResult | undefined;
}

export function RehearsalSection({ request, result }: RehearsalProps): VNode {
  const at = `/negocios/${request.business.ruc}`;
  return (
    <section aria-labelledby="ensayo">
      <h2 id="ensayo">Ensayo general</h2>
      <p>
        Firma una venta inventada y dibuja su ticket. La recibe {rehearsalPlace(request.business)}.
        No gasta números ni queda entre tus comprobantes.
      </p>
      {result && (
        <ul class="checks">
          {result.steps.map(({ severity, word, text }) => (
            <li key={word}>
              <Tag severity={severity}>{word}</Tag> {text}
            </li>
          ))}
        </ul>
      )}
      {result && isWaiting(result) && (
        <p>
          <a href={request.url.pathname + request.url.search}>Ver si ya terminó</a>
        </p>
      )}
      {result?.ticket && (
        <iframe
          class="preview ticket"
          title="Ticket del ensayo"
          src={`${at}/ensayo/ticket?ensayo=${request.query('ensayo')}`}
        />
      )}
      <ActionButton
        request={request}
        action={`${at}/ensayo${wizardQuery(request)}`}
        label={result ? 'Repetir el ensayo' : 'Hacer el ensayo general'}
        tone="quiet"
        first={!result && request.business.state !== 'active'}
      />
    </section>
  );
}

export async function rehearsalTicket(request: BusinessRequest): Promise<PageResponse> {
  const result = await requestedResult(request);
  if (!result?.ticket) throw notFound();
  const ticket = Buffer.from(result.ticket, 'base64');
  return framed(
    'Ticket del ensayo',
    await sheets(request, ticket, (each) => `Ticket del ensayo, página ${each}`),
  );
}
