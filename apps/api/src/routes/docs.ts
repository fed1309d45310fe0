/**
 * GET /, /docs and /v1/openapi.json: the documentation of this API, for people and programs,
 * without credentials. It is rendered at the first call of a day, because its examples have today's
 * date.
 */
import { gzipSync } from 'node:zlib';
import { CATALOGUE_POLICY, cataloguePage, DOCS_POLICY, docsPage, openapi } from '@rafaga/contract';
import { type DateText, limaToday } from '@rafaga/fiscal';
import { matchesTag, tagOf } from '../edge/entityTag.js';
import type { Step } from '../handler.js';

type Clock = () => Date;

/** GET /v1/openapi.json. */
export const openapiJson = (clock: Clock): Step =>
  published(clock, (today) => JSON.stringify(openapi({ today })), {
    'Content-Type': 'application/json; charset=utf-8',
  });

/** GET /docs. */
export const docs = (clock: Clock): Step =>
  published(clock, (today) => docsPage(openapi({ today }), today), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': DOCS_POLICY,
    'Referrer-Policy': 'no-referrer',
  });

/** GET /docs/catalogos?q=litro: the matching codes of all catalogues. */
export const catalogues: Step = (req, res) => {
  const page = Buffer.from(cataloguePage(req.query.q));
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': CATALOGUE_POLICY,
    'Referrer-Policy': 'no-referrer',
    'Content-Length': page.length,
  });
  res.end(page);
};

/** GET /: redirects to /docs; the body tells a program both addresses. */
export const start: Step = (_req, res) => {
  const text = JSON.stringify({ documentacion: '/docs', openapi: '/v1/openapi.json' });
  res.writeHead(302, {
    Location: '/docs',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
};

interface Published {
  today: DateText;
  plain: Representation;
  gzip: Representation;
}

interface Representation {
  bytes: Buffer;
  tag: string;
}

/** Serves a text that is rendered once a day, with one entity tag for each encoding. */
function published(
  clock: Clock,
  render: (today: DateText) => string,
  headers: Record<string, string>,
): Step {
  const make = (today: DateText): Published => {
    const bytes = Buffer.from(render(today));
    return { today, plain: represented(bytes), gzip: represented(gzipSync(bytes, { level: 9 })) };
  };
  let current: Published | undefined;
  return (req, res) => {
    const today = limaToday(clock());
    if (today !== current?.today) current = make(today);
    const encoding = req.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'plain';
    const { bytes, tag } = current[encoding];
    const kept = { ETag: tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
    if (matchesTag(req.headers['if-none-match'], tag)) {
      res.writeHead(304, kept).end();
      return;
    }
    res.writeHead(200, {
      ...headers,
      ...kept,
      ...(encoding === 'gzip' && { 'Content-Encoding': 'gzip' }),
      'Content-Length': bytes.length,
    });
    res.end(bytes);
  };
}

const represented = (bytes: Buffer): Representation => ({ bytes, tag: tagOf(bytes) });
