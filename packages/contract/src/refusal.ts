/** The errors for which the API refuses a request, and the JSON body of a refusal. */
import type { DocumentLink } from './documentLink.js';
import { REFUSALS, type Reason } from './refusals.js';

/** A request that is refused for a reason of the table. */
export class Refusal extends Error {
  readonly status: number;
  readonly codigo: string;

  constructor(
    readonly reason: Reason,
    { mensaje = REFUSALS[reason].mensaje, ...options }: ErrorOptions & { mensaje?: string } = {},
  ) {
    super(mensaje, options);
    this.name = 'Refusal';
    this.status = REFUSALS[reason].status;
    this.codigo = REFUSALS[reason].codigo;
  }
}

export type Errores = Record<string, string[]>;

/** A request whose header or body has faults: all of them, each under its key. */
export class Invalid extends Refusal {
  constructor(readonly errores: Errores) {
    super('invalid');
    this.name = 'Invalid';
  }
}

/** A request whose reference belongs to a document already. */
export class ReferenceUsed extends Refusal {
  constructor(
    reason: 'reference_different' | 'reference_in_review',
    readonly document: DocumentLink,
  ) {
    super(reason);
    this.name = 'ReferenceUsed';
  }
}

/** The value of the Link header of a refusal: its cause, an example and the cure in /docs. */
export const helpLink = ({ codigo }: Refusal): string => `</docs#codigo-${codigo}>; rel="help"`;

/** The JSON body of a refusal. */
export function refusalBody(refusal: Refusal, requestId: string): object {
  return {
    estado: 'error',
    mensaje: refusal.message,
    codigo: refusal.codigo,
    ...(refusal instanceof Invalid && { errores: refusal.errores }),
    ...(refusal instanceof ReferenceUsed && { comprobante: refusal.document }),
    solicitud_id: requestId,
  };
}
