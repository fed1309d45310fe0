/** Refuses requests that no route takes: another method of a known path, or an unknown path. */
import { Refusal } from '@rafaga/contract';
import type { Step } from '../handler.js';

/** Refuses with 405 and names the allowed methods. */
export const only =
  (...methods: string[]): Step =>
  (_req, res) => {
    res.setHeader('Allow', methods.join(', '));
    throw new Refusal('method_not_allowed');
  };

/** Refuses with 404. */
export const unknownRoute: Step = () => {
  throw new Refusal('route_unknown');
};
