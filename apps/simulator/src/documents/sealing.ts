/** How a constancia is signed: correctly, or in one of the ways that a reader must refuse. */
import { signedCdr } from './signCdr.js';
import { type CdrSigner, newSigner } from './signer.js';

export type Sealing =
  /** with the published certificate of this authority */
  | 'own'
  | 'none'
  /** with another certificate */
  | 'stranger'
  /** changed after it was signed */
  | 'tampered'
  /** of the right bytes, by a key that is not the certificate's */
  | 'wrong-key';

export type Seal = (xml: string) => Promise<string>;

/** @param usual when the outcome names no other way */
export function sealsOf(own: CdrSigner, usual: 'own' | 'none'): (sealing?: Sealing) => Seal {
  let other: Promise<CdrSigner> | undefined;
  const stranger = () => (other ??= newSigner());
  const seals: Record<Sealing, Seal> = {
    own: (xml) => signedCdr(xml, own),
    none: async (xml) => xml,
    stranger: async (xml) => signedCdr(xml, await stranger()),
    tampered: async (xml) =>
      (await signedCdr(xml, own)).replace('</cbc:Description>', '.</cbc:Description>'),
    'wrong-key': async (xml) => signedCdr(xml, { ...own, key: (await stranger()).key }),
  };
  return (sealing = usual) => seals[sealing];
}
