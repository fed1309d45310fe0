/** The search box of every page, with the camera for a printed QR. */
import type { VNode } from 'preact';
import { assetUrl } from '../assets.js';
import type { PageRequest } from '../edge/pageRequest.js';
import { isPermitted } from '../users/permissions.js';

/** Whether the page has the search box, and with it the camera for a printed QR. */
export const hasSearch = ({ user, stage }: PageRequest): boolean =>
  stage === 'authenticated' && user !== undefined && isPermitted(user.role, 'references.see');

export function SearchBox({ value }: { value: string }): VNode {
  return (
    <search class="search">
      <form method="get" action="/buscar">
        <label class="unseen" for="q">
          Buscar una referencia, un número como F001-123, el QR de un comprobante, un cliente, un
          monto, una fecha, un id, un RUC o un código de solicitud
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={value}
          placeholder="Referencia o F001-123"
          autocomplete="off"
          spellcheck={false}
          maxLength={300}
          aria-keyshortcuts="/"
        />
        <button type="submit" class="button main">
          Buscar
        </button>
        <button type="button" class="button quiet" data-scan hidden>
          Escanear
        </button>
      </form>
      <dialog id="escaner" aria-labelledby="escaner-titulo">
        <h2 id="escaner-titulo">Escanear el QR de un comprobante</h2>
        <video muted playsInline />
        <p role="status" />
        <form method="dialog">
          <button type="submit" class="button quiet">
            Cancelar
          </button>
        </form>
      </dialog>
      <script src={assetUrl('scan.js')} defer />
    </search>
  );
}
