/** What a reply says about the health of its service, not about the document. Pure. */
import { verdict } from '@rafaga/fiscal';
import type { ConsultReply, Reply, ServiceSignal, StatusReply } from '@rafaga/sunat';

/** SUNAT's code for a service that is down. */
const DOWN = '0109';

export function signalOf(reply: Reply | StatusReply | ConsultReply): ServiceSignal {
  switch (reply.is) {
    case 'fault':
      if (reply.code === DOWN) return 'down';
      return verdict(reply.code).do === 'retry' ? 'failure' : 'success';
    case 'transport_error':
    case 'server_error':
    case 'unreadable':
      return 'failure';
    case 'throttled':
      return 'throttled';
    default:
      return 'success';
  }
}
