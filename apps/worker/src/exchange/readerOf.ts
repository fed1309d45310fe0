/** Reads CDRs as those of one document, and of no other: RUC, type, number, and its digest where the CDR gives one. */
import type { Claim } from '@rafaga/db';
import { type Cdr, CdrProblem, readCdr } from '@rafaga/engine';
import { DOCUMENT_TYPE } from '@rafaga/fiscal';

export function readerOf({ business, document }: Claim, { digest }: { digest: string }): (zip: Buffer) => Cdr {
  const { kind, series, number } = document;
  const expected = { ruc: business.issuer.ruc, type: DOCUMENT_TYPE[kind], series, number };
  return (zip) => {
    const cdr = readCdr(zip, expected);
    if (cdr.digest !== undefined && cdr.digest !== digest) throw new CdrProblem('other_document', 'otro valor resumen');
    return cdr;
  };
}
