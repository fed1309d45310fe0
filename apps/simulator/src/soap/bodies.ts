/**
 * Makes the replies with a CDR, right or damaged, and those of a gateway in front of the
 * authority.
 */
import { brokenZip, doctypeBomb, zipBomb } from '../documents/bombs.js';
import { cdrZip } from '../documents/cdr.js';
import type { SignXml } from '../documents/signatureVariants.js';
import type { Registration } from '../ledger/registry.js';
import type { Body } from '../script/outcomes.js';
import { billResponse, type Reply } from './answers.js';

const HUGE = 20_000_000;
const TEXT = 'El servicio no se encuentra disponible';

/** What is in the place of the CDR of a registration: it, damaged as the outcome says. */
export async function cdrContent(
  body: Body,
  registration: Registration,
  signXml: SignXml,
): Promise<Buffer | string> {
  switch (body) {
    case 'other-number':
      return cdrZip({ ...registration, document: next(registration.document) }, signXml);
    case 'broken-zip':
      return brokenZip(await cdrZip(registration, signXml));
    case 'truncated-zip': {
      const whole = await cdrZip(registration, signXml);
      return whole.subarray(0, whole.length - 120);
    }
    case 'zip-bomb':
      return zipBomb(registration.document);
    case 'doctype-bomb':
      return doctypeBomb(registration);
    case 'text':
      return TEXT;
    case 'huge':
      return 'A'.repeat(HUGE);
    default:
      return cdrZip(registration, signXml);
  }
}

/** The reply of a gateway in front of the authority; undefined for other bodies. */
export function gatewayReply(body: Body): Reply | undefined {
  switch (body) {
    case 'text':
      return billResponse(TEXT);
    case 'empty':
      return { status: 200, type: 'text/xml; charset=utf-8', body: '' };
    case 'html-200':
      return page(200, 'Mantenimiento programado');
    case 'html-500':
      return page(500, '500 Internal Server Error');
    case 'html-502':
      return page(502, '502 Bad Gateway');
    case 'html-503':
      return page(503, '503 Service Unavailable');
    default:
      return undefined;
  }
}

const page = (status: number, title: string): Reply => ({
  status,
  type: 'text/html; charset=utf-8',
  body:
    `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center><hr>` +
    `</body></html>`,
});

function next(document: string): string {
  const at = document.lastIndexOf('-') + 1;
  return document.slice(0, at) + (Number(document.slice(at)) + 1);
}
