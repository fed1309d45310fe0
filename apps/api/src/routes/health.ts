/** GET /healthz and /readyz: health for process managers, without credentials. */
import { Refusal } from '@rafaga/contract';
import { answerHealth, type Health } from '@rafaga/runtime';
import { sendJson } from '../answer.js';
import type { Step } from '../handler.js';

export const health =
  (own: Health): Step =>
  async (req, res) => {
    const answer = await answerHealth(own, req.path);
    if (!answer) throw new Refusal('route_unknown');
    sendJson(res, answer.status, JSON.stringify(answer.body));
  };
