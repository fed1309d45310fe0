/**
 * GET /v1/openapi.json and /docs: the description of this API, for programs and for people. Built
 * once, without credentials.
 */
import { DOCS_POLICY, docsPage, openapi } from '@rafaga/contract';
import { sendJson } from '../answer.js';
import type { Handler } from '../handler.js';

export const openapiJson = (): Handler => {
  const text = JSON.stringify(openapi());
  return (_req, res) => sendJson(res, 200, text);
};

export const docs = (): Handler => {
  const page = Buffer.from(docsPage(openapi()));
  return (_req, res) => {
    res.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': page.length,
      'Content-Security-Policy': DOCS_POLICY,
      'Referrer-Policy': 'no-referrer',
    });
    res.end(page);
  };
};
