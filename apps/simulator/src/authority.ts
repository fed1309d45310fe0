/** The parts that every service of the simulated authority works with. */

import type { SchemaCheck } from './documents/schema.js';
import type { sealsOf } from './documents/sealing.js';
import type { Ledger } from './ledger/ledger.js';
import type { Registry } from './ledger/registry.js';
import type { Script } from './script/script.js';

export interface Authority {
  script: Script;
  ledger: Ledger;
  registry: Registry;
  strict: boolean;
  /** The certificate of its constancias, in PEM. */
  certificate: string;
  sealOf: ReturnType<typeof sealsOf>;
  schema?: SchemaCheck;
}
