/** What the request log shows while it is empty: a first call to copy into a terminal. */
import type { VNode } from 'preact';
import { Empty } from '../html/components.js';
import { firstCall } from './apiCall.js';

export const EmptyLog = ({
  refusedOnly,
  apiUrl,
}: {
  refusedOnly: boolean;
  apiUrl: string;
}): VNode =>
  refusedOnly ? (
    <Empty>No hay solicitudes rechazadas.</Empty>
  ) : (
    <>
      <Empty>
        Todavía no emitió nada por la API, que atiende en {apiUrl}/v1. Esta es una primera llamada,
        con su archivo .env en el entorno:
      </Empty>
      <pre class="secret" id="llamada">
        {firstCall('B001')}
      </pre>
      <button type="button" class="button quiet" data-copy="llamada" hidden>
        Copiar la llamada
      </button>
    </>
  );
