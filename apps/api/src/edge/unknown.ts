/** Refuses what no route takes: another method of a known path, or an unknown path. */
import { Refusal } from '@rafaga/contract';
import type { Handler } from '../handler.js';

/** 405 */
export const only =
  (...methods: string[]): Handler =>
  (_req, res) => {
    res.setHeader('Allow', methods.join(', '));
    throw new Refusal('method_not_allowed');
  };

/** 404 */
export const unknownRoute: Handler = () => {
  throw new Refusal('route_unknown');
};
