/** Signs a CDR correctly, or in one of the ways that a reader must refuse. */
import { signedCdr } from './signCdr.js';
import { type CdrSigner, newSigner } from './signer.js';

export type SignatureVariant =
  /** signed with the published certificate of this authority */
  | 'own'
  | 'none'
  /** signed with another certificate */
  | 'stranger'
  /** signed, then changed */
  | 'tampered'
  /** signed with a key that does not belong to the certificate it names */
  | 'wrong-key';

export type SignXml = (xml: string) => Promise<string>;

/** @param usual the variant for outcomes that name none */
export function signingVariants(
  own: CdrSigner,
  usual: 'own' | 'none',
): (variant?: SignatureVariant) => SignXml {
  let other: Promise<CdrSigner> | undefined;
  const otherSigner = () => (other ??= newSigner());
  const variants: Record<SignatureVariant, SignXml> = {
    own: (xml) => signedCdr(xml, own),
    none: async (xml) => xml,
    stranger: async (xml) => signedCdr(xml, await otherSigner()),
    tampered: async (xml) =>
      (await signedCdr(xml, own)).replace('</cbc:Description>', '.</cbc:Description>'),
    'wrong-key': async (xml) => signedCdr(xml, { ...own, key: (await otherSigner()).key }),
  };
  return (variant = usual) => variants[variant];
}
