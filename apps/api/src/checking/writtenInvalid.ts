/** A request whose faults a thread has written into its answer; the first of them are here too. */
import { type Errores, Invalid } from '@rafaga/contract';

export class WrittenInvalid extends Invalid {
  constructor(
    errores: Errores,
    readonly body: Uint8Array,
  ) {
    super(errores);
  }
}
