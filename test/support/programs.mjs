/** The built programs of a checkout. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { programOf as bundleOf, root } from '../../packages/processes/places.mjs';

/**
 * @returns the entry point; versions before bundles have modules alone, as have those that are put
 * beside this one for an upgrade
 */
export function programOf(app, checkout = root) {
  const bundle = bundleOf(app, path.resolve(checkout));
  return existsSync(bundle) ? bundle : path.resolve(checkout, 'apps', app, 'dist/main.js');
}
