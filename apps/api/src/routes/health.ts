/** GET /healthz and /readyz: health for process managers, without credentials. */
import { answerHealth, type Health } from '@rafaga/runtime';
import { sendJson } from '../answer.js';
import type { Handler } from '../handler.js';

export const health =
  (own: Health): Handler =>
  async (req, res, next) => {
    const answer = await answerHealth(own, req.path);
    if (answer) sendJson(res, answer.status, JSON.stringify(answer.body));
    else next();
  };
