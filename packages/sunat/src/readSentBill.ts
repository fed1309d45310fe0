/**
 * Reads the answer to sendBill without parsing XML, if it has exactly the shape that SUNAT gives
 * it; undefined for any other shape, which readSoap reads.
 */
import type { SoapAnswer } from './readSoap.js';

const PREFIX = '(?!xml|XML)[A-Za-z_][\\w.-]*';
const SPACE = '[ \\t\\n]*';

const DECLARATION =
  '(?:<\\?xml version="1\\.0"(?: encoding="[Uu][Tt][Ff]-8")?(?: standalone="(?:yes|no)")?\\?>)?';
const SOAP = '"http://schemas\\.xmlsoap\\.org/soap/envelope/"';
// includes the space after it: two optional spaces side by side would be tried in every combination
const HEADER = `(?:<\\k<soap>:Header(?: ?/>|></\\k<soap>:Header>)${SPACE})?`;

const SHAPE = new RegExp(
  `^${[
    DECLARATION,
    `<(?<soap>${PREFIX}):Envelope xmlns:\\k<soap>=${SOAP}>`,
    `${HEADER}<\\k<soap>:Body>`,
    `<(?<own>${PREFIX}):sendBillResponse xmlns:\\k<own>="[^"<&\\s]+">`,
    '<applicationResponse>(?<cdr>[A-Za-z0-9+/=]*)</applicationResponse>',
    '</\\k<own>:sendBillResponse>',
    '</\\k<soap>:Body>',
    '</\\k<soap>:Envelope>',
  ].join(SPACE)}${SPACE}$`,
);

export function readSentBill(body: Buffer): SoapAnswer | undefined {
  // the shape contains only ASCII
  const cdr = SHAPE.exec(body.toString('latin1'))?.groups?.cdr;
  return cdr === undefined ? undefined : { 'sendBillResponse/applicationResponse': cdr };
}
