/**
 * The stylesheet, the scripts, the icon and the list of districts: read once, with a hash of their
 * content in the address so that browsers may cache them for ever.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DISTRICTS, districtText } from '@rafaga/fiscal/ubigeos';
import type { RequestHandler } from 'express';

const FOLDER = new URL('../assets/', import.meta.url);
const TYPES = {
  'panel.css': 'text/css; charset=utf-8',
  'panel.js': 'text/javascript; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'keys.js': 'text/javascript; charset=utf-8',
  'photos.js': 'text/javascript; charset=utf-8',
  'scan.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'distritos.json': 'application/json',
} as const;
type Asset = keyof typeof TYPES;

/** The suggestions of the district field, each as the field takes it. */
const districts = (): Buffer =>
  Buffer.from(JSON.stringify(DISTRICTS.map((each) => `${districtText(each)} (${each.code})`)));

const contents = Object.fromEntries(
  Object.keys(TYPES).map((name) => [
    name,
    name === 'distritos.json' ? districts() : readFileSync(new URL(name, FOLDER)),
  ]),
) as Record<Asset, Buffer>;
const hashes = Object.fromEntries(
  Object.entries(contents).map(([name, content]) => [
    name,
    createHash('sha256').update(content).digest('hex').slice(0, 12),
  ]),
) as Record<Asset, string>;

export const assetUrl = (name: Asset): string => `/estatico/${hashes[name]}/${name}`;

export const assets = (): RequestHandler => (req, res, next) => {
  const [, hash, name] = req.path.split('/');
  if (!name || !Object.hasOwn(TYPES, name) || hashes[name as Asset] !== hash) return next();
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  res.setHeader('Content-Type', TYPES[name as Asset]);
  res.end(contents[name as Asset]);
};
