/** The field for a recovery code. */
import type { VNode } from 'preact';
import { type Faults, Field } from '../html/components.js';

export const RecoveryField = ({ faults }: { faults: Faults }): VNode => (
  <Field
    name="recuperacion"
    label="Código de recuperación"
    hint="Uno de los diez que guardaste, como 7k2mq-x9d4t. Cada uno sirve una vez."
    width={20}
    faults={faults}
  />
);
