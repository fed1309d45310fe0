/**
 * How a constancia is signed: as it should be, or in one of the ways that its reader must notice.
 */
import { signedCdr } from './signCdr.js';
import { type CdrSigner, newSigner } from './signer.js';

export type Sealing =
  /** with the certificate that this authority shows */
  | 'own'
  | 'none'
  /** with a certificate that it does not show */
  | 'stranger'
  /** changed after it was signed */
  | 'tampered'
  /** of the right bytes, but by another key than the certificate's */
  | 'wrong-key';

export type Seal = (xml: string) => Promise<string>;

/** @param usual of the constancias that nothing else was asked for */
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
