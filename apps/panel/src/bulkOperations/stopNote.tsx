/** What keeps the references of an operation from being sent or resolved, while it lasts. */
import type { VNode } from 'preact';
import { reasonNotSent, type SendingStop, whenSent } from '../health/sendingStops.js';
import { Note } from '../html/components.js';

export const StopNote = ({ stops }: { stops: readonly SendingStop[] }): VNode | null =>
  stops.length === 0 ? null : (
    <Note severity="warn" title={`Ahora no se envía nada: ${reasonNotSent(stops)}`}>
      <p>
        Lo que se reanuda espera, y también la de prueba: se envía {whenSent(stops)}.{' '}
        <a href="/colas">Ver las colas</a>
      </p>
    </Note>
  );

/** A resolution is stored in the files before it takes effect. */
export const DecisionNote = ({ stops }: { stops: readonly SendingStop[] }): VNode | null =>
  stops.includes('files') ? (
    <Note severity="warn" title={`Ahora no se resuelve nada: ${reasonNotSent(['files'])}`}>
      <p>
        Cada decisión se guarda también ahí: la operación sigue {whenSent(['files'])}.{' '}
        <a href="/colas#procesos">Ver los procesos</a>
      </p>
    </Note>
  ) : null;
