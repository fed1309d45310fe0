/** Answers requests that match no route: an unknown path, or another method of a known path. */
import { Refusal } from '@rafaga/contract';
import type { Step } from '../handler.js';

/**
 * Names the allowed methods: to OPTIONS with 204, to any other method with 405. Neither answer has
 * CORS headers, because no browser should have the credentials of a business.
 */
export const only = (...methods: string[]): Step => {
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (req, res) => {
    res.setHeader('Allow', allow);
    if (req.method !== 'OPTIONS') throw new Refusal('method_not_allowed');
    res.writeHead(204).end();
  };
};

/** Refuses with 404. */
export const unknownRoute: Step = () => {
  throw new Refusal('route_unknown');
};
