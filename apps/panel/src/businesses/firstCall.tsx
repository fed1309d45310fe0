/** What the request log shows while it is empty: a first call to copy into a terminal. */
import type { VNode } from 'preact';
import { Empty } from '../html/components.js';

const FIRST_CALL = `curl "$RAFAGA_URL/v1/boletas" \\
  -H "X-Api-Key: $RAFAGA_API_KEY" -H "X-Api-Secret: $RAFAGA_API_SECRET" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: venta-1" \\
  -d "{\\"serie\\":\\"B001\\",\\"fecha_emision\\":\\"$(TZ=America/Lima date +%F)\\",
       \\"cliente\\":{\\"tipo_doc\\":\\"1\\",\\"num_doc\\":\\"45678912\\",\\"razon_social\\":\\"María Quispe\\"},
       \\"items\\":[{\\"descripcion\\":\\"Café\\",\\"unidad\\":\\"NIU\\",\\"cantidad\\":1,\\"precio_unitario\\":12.5}]}"`;

export const EmptyLog = ({ refusedOnly }: { refusedOnly: boolean }): VNode =>
  refusedOnly ? (
    <Empty>No hay solicitudes rechazadas.</Empty>
  ) : (
    <>
      <Empty>
        Todavía no emitió nada por la API. Esta es una primera llamada, con sus credenciales en el
        entorno:
      </Empty>
      <pre class="secret" id="llamada">
        {FIRST_CALL}
      </pre>
      <button type="button" class="button quiet" data-copy="llamada" hidden>
        Copiar la llamada
      </button>
    </>
  );
