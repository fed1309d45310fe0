/**
 * Admits a browser that comes from another site. The first page leads the browser to the second by
 * itself; that request comes from the panel and carries the cookie, and it leads to the linked
 * page.
 */
import type { PageRequest } from '../edge/pageRequest.js';
import { type PageResponse, page, redirect } from '../edge/pageResponse.js';
import { returnTarget } from './startSession.js';

export function arrival({ url }: PageRequest): PageResponse {
  const next = `/llegada?${new URLSearchParams({ volver: url.pathname + url.search })}`;
  return page(
    'Abriendo la página',
    <>
      <h1>Abriendo la página</h1>
      <p>
        <a href={next}>Continuar</a>
      </p>
    </>,
    { headers: { Refresh: `0; url=${next}` } },
  );
}

export const follow = (request: PageRequest): PageResponse => redirect(returnTarget(request));
