/** The check boxes of a list of references, and the buttons that plan an operation on them. */
import type { ComponentChildren, VNode } from 'preact';
import { Button } from '../html/components.js';

/** Nothing happens yet: the buttons lead to the plan. */
export const SelectionForm = ({ children }: { children: ComponentChildren }): VNode => (
  <form method="get" action="/operaciones/nueva" data-selection>
    <input type="hidden" name="elegidas" value="si" />
    {children}
    <div class="row">
      <label class="pick" data-select-all hidden>
        <input type="checkbox" /> Elegir todas las de esta página
      </label>
      <Button name="accion" value="reanudar">
        Reanudar las elegidas
      </Button>
      <Button tone="quiet" name="accion" value="descartar">
        Descartar las elegidas
      </Button>
      <Button tone="quiet" name="accion" value="aceptar">
        Resolver las elegidas
      </Button>
    </div>
  </form>
);

export const SelectBox = (props: { documentId: number; reference: string }): VNode => (
  <label class="pick">
    <input type="checkbox" name="referencia" value={props.documentId} />
    <span class="unseen">Elegir {props.reference}</span>
  </label>
);
