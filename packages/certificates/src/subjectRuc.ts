/**
 * Finds the RUC in the subject of a certificate, where each certification authority uses another
 * attribute.
 */

/** The attributes to search, the most reliable first. */
const ATTRIBUTES = [
  'organizationIdentifier',
  'serialNumber',
  'OU',
  'O',
  'CN',
  'UID',
  'description',
  'title',
];

/** @param subject one attribute a line, `OU=20123456786` */
export function rucOf(subject: string): string | undefined {
  const attributes = subject.split('\n').map((line) => line.split('=') as [string, ...string[]]);
  for (const name of ATTRIBUTES) {
    for (const [attribute, ...value] of attributes) {
      const ruc = attribute === name && /(?<!\d)(10|15|17|20)\d{9}(?!\d)/.exec(value.join('='));
      if (ruc) return ruc[0];
    }
  }
  return undefined;
}
