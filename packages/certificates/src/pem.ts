/** Decodes the blocks of a PEM file into DER; undefined for a file that is not PEM. */
export function derOf(file: Buffer): Buffer[] | undefined {
  const text = file.toString('latin1');
  if (!text.includes('-----BEGIN ')) return undefined;
  return [...text.matchAll(/-----BEGIN [A-Z0-9 ]+-----([^-]*)-----END /g)].map(([, body = '']) =>
    Buffer.from(body, 'base64'),
  );
}
