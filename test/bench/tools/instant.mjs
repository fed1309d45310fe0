/**
 * An authority that accepts every sendBill at once, or after AUTHORITY_MS: it reads only the name,
 * and answers with a fixed CDR for that name.
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { zipOne } from '@rafaga/engine';

const DELAY_MS = Number(process.env.AUTHORITY_MS ?? 0);

const cdr = (ruc, type, id) => `<?xml version="1.0" encoding="UTF-8"?>
<ar:ApplicationResponse xmlns:ar="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><cbc:UBLVersionID>2.0</cbc:UBLVersionID><cbc:ID>1</cbc:ID><cac:ReceiverParty><cac:PartyIdentification><cbc:ID>6-${ruc}</cbc:ID></cac:PartyIdentification></cac:ReceiverParty><cac:DocumentResponse><cac:Response><cbc:ReferenceID>${id}</cbc:ReferenceID><cbc:ResponseCode>0</cbc:ResponseCode><cbc:Description>La Boleta numero ${id}, ha sido aceptada</cbc:Description></cac:Response><cac:DocumentReference><cbc:ID>${id}</cbc:ID><cbc:DocumentTypeCode>${type}</cbc:DocumentTypeCode></cac:DocumentReference></cac:DocumentResponse></ar:ApplicationResponse>`;

const answer = (name) => {
  const [, ruc, type, id] = /^(\d{11})-(\d\d)-(\w{4}-\d+)$/.exec(name);
  const zip = zipOne(`R-${name}.xml`, Buffer.from(cdr(ruc, type, id))).toString('base64');
  return (
    '<?xml version="1.0" encoding="UTF-8"?><soap-env:Envelope ' +
    'xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/"><soap-env:Body><br:sendBillResponse ' +
    `xmlns:br="http://service.sunat.gob.pe"><applicationResponse>${zip}</applicationResponse></br:sendBillResponse></soap-env:Body></soap-env:Envelope>`
  );
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    if (DELAY_MS > 0) await sleep(DELAY_MS);
    const body = answer(
      /<fileName>([^<]+)\.zip</.exec(Buffer.concat(chunks).toString('latin1'))[1],
    );
    response
      .writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': Buffer.byteLength(body) })
      .end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
