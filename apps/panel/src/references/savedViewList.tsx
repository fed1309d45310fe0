/** The views that the user saved, and the form that saves the open list as one. */
import { MAX_SAVED_VIEWS, type SavedView } from '@rafaga/db';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { ActionButton, Button, type Faults, Field, Form, keptFor } from '../html/components.js';
import { hasFaults } from '../html/formPage.js';
import { viewQuery } from './viewQuery.js';

export function SavedViews(props: {
  request: AuthenticatedRequest;
  views: readonly SavedView[];
  faults: Faults;
}): VNode {
  const { request, views, faults } = props;
  const open = viewQuery(request.url.search, request.scope);
  const known = views.some(({ query }) => query === open);
  const cameBack = hasFaults(faults) || keptFor(request, '/vistas') !== undefined;
  return (
    <>
      {views.length > 0 && <ViewLinks views={views} open={open} />}
      <details open={cameBack}>
        <summary>{views.length > 0 ? 'Guardar o borrar vistas' : 'Guardar esta vista'}</summary>
        {(cameBack || (!known && open !== '' && views.length < MAX_SAVED_VIEWS)) && (
          <Form request={request} action="/vistas" class="row end">
            <input type="hidden" name="consulta" value={open} />
            <Field
              name="nombre"
              label="Nombre de esta vista"
              value={request.form.text('nombre')}
              faults={faults}
            />
            <Button tone="quiet">Guardar vista</Button>
          </Form>
        )}
        {views.map(({ id, name }) => (
          <p key={id}>
            {name}{' '}
            <ActionButton
              request={request}
              action={`/vistas/${id}/borrar`}
              tone="quiet"
              label="Borrar"
              about={`la vista ${name}`}
            />
          </p>
        ))}
      </details>
    </>
  );
}

const ViewLinks = ({ views, open }: { views: readonly SavedView[]; open: string }): VNode => (
  <nav aria-label="Vistas guardadas">
    <ul class="row">
      {views.map(({ id, name, query }) => (
        <li key={id}>
          <a
            href={`/referencias?${query}`}
            {...(query === open ? { 'aria-current': 'true' as const } : {})}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
