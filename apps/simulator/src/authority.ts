/** The parts of the simulated authority that all of its services share. */
import type { SchemaCheck } from './documents/schema.js';
import type { signingVariants } from './documents/signatureVariants.js';
import type { Ledger } from './ledger/ledger.js';
import type { Registry } from './ledger/registry.js';
import type { Script } from './script/script.js';

export interface Authority {
  script: Script;
  ledger: Ledger;
  registry: Registry;
  strict: boolean;
  /** The certificate that signs its CDRs, in PEM. */
  certificate: string;
  signXmlAs: ReturnType<typeof signingVariants>;
  schema?: SchemaCheck;
}
