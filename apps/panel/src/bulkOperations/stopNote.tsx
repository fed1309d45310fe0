/** What keeps the references that an operation resumes from being sent, while it lasts. */
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
