/**
 * A refusal whose answer a thread has already serialized; it still has the first faults, to record.
 */
import { type Errores, Invalid } from '@rafaga/contract';

export class WrittenInvalid extends Invalid {
  constructor(
    errores: Errores,
    readonly body: Uint8Array,
  ) {
    super(errores);
  }
}
