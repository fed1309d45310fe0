/** sendBill: sends a signed document to the authority and reads the reply. */
import type { SolAccess } from './envelope.js';
import type { Connection } from './httpClient.js';
import type { Reply } from './reply.js';
import { cdrReply, type SoapCall } from './soapCall.js';

export type SendBill = (
  name: string,
  zip: Buffer,
  access: SolAccess,
  connection?: Connection,
) => Promise<Reply>;

export const createSendBill =
  (call: SoapCall, url: string): SendBill =>
  async (name, zip, access, connection = 'shared') => {
    const called = await call({
      url,
      operation: 'sendBill',
      fields: [
        ['fileName', `${name}.zip`],
        ['contentFile', zip],
      ],
      access,
      connection,
    });
    return called.is === 'answer'
      ? cdrReply(called.answer['sendBillResponse/applicationResponse'], called)
      : called;
  };
