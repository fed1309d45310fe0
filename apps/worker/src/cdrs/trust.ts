/** Checks the signature of a CDR against the certificates and the policy of its authority. */
import { type CdrPolicy, type Claim, type Db, endpointOf, findCdrTrust } from '@rafaga/db';
import {
  type CdrSignature,
  type CdrSigner,
  cdrSigner,
  type ParsedCdr,
  verifyCdr,
} from '@rafaga/engine';
import type { Logger } from '@rafaga/runtime';
import { singleFlight } from '@rafaga/runtime/concurrency';

export interface CheckedCdr extends CdrSignature {
  /** Whether the policy sends the document to review. */
  review: boolean;
  /** Whether at least one certificate of the authority is registered. */
  signersKnown: boolean;
}

export interface CdrTrusts {
  /** Loads the certificates of an authority; to be called before its answer is checked. */
  ready(business: Claim['business']): Promise<void>;
  check(business: Claim['business'], cdr: ParsedCdr): CheckedCdr;
}

interface Known {
  signers: CdrSigner[];
  policy: CdrPolicy;
  /** When they were loaded, by the process's clock. */
  at: number;
}

/** Older certificates are still used while they are loaded again in the background. */
const FRESH_MS = 20_000;

/** @param pace multiplies FRESH_MS */
export function createCdrTrusts(db: Db, log: Logger, pace: number): CdrTrusts {
  const known = new Map<string, Known>();
  const flight = singleFlight<void>();

  async function read(authority: string): Promise<void> {
    const { signers, policy } = await findCdrTrust(db, authority);
    known.set(authority, {
      signers: signers.flatMap((row) => signerOf(row, log)),
      policy,
      at: performance.now(),
    });
  }

  const readOnce = (authority: string) => flight(authority, () => read(authority));

  return {
    async ready(business) {
      const authority = endpointOf(business);
      const found = known.get(authority);
      if (!found) return readOnce(authority);
      if (performance.now() - found.at > FRESH_MS * pace)
        readOnce(authority).catch((error) => log.debug('firmantes no leídos', { error }));
    },
    check(business, cdr) {
      const found = known.get(endpointOf(business));
      if (!found)
        throw new Error('no certificates of this authority are loaded: call ready() first');
      const { state, reason, fingerprint, certificate } = verifyCdr(cdr, found.signers);
      const review = state !== 'valid' && found.policy[state] === 'review';
      const signersKnown = found.signers.length > 0;
      return { state, reason, fingerprint, certificate, review, signersKnown };
    },
  };
}

type Row = Awaited<ReturnType<typeof findCdrTrust>>['signers'][number];

/** A registered certificate that cannot be read is left out: its CDRs have an unknown signer. */
function signerOf({ certificate, inForceFrom, inForceUntil }: Row, log: Logger): CdrSigner[] {
  try {
    return [
      cdrSigner(certificate, { from: inForceFrom ?? undefined, until: inForceUntil ?? undefined }),
    ];
  } catch (error) {
    log.error('un certificado de firmante no se puede leer', { error });
    return [];
  }
}
