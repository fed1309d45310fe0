/**
 * demo.json says where the house is and how to call it, while that is true. Its secret is kept
 * nowhere else, so it is put aside, not thrown away.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../settings/writeWhole.mjs';

const fileOf = (home) => path.join(home, 'demo.json');
const asideOf = (home) => path.join(home, 'demo.last.json');

/** Before the house stands, and once it does not any more. */
export function putDemoAside(home) {
  if (existsSync(fileOf(home))) renameSync(fileOf(home), asideOf(home));
}

/** What it said the last time, if ever. */
export const lastDemo = (home) =>
  existsSync(asideOf(home)) ? JSON.parse(readFileSync(asideOf(home), 'utf8')) : undefined;

/** The last thing that a start writes: who reads it finds everything running. */
export function writeDemo(home, ports, business, panel) {
  const at = (port) => `http://127.0.0.1:${port}`;
  writeWhole(fileOf(home), {
    base_url: `${at(ports.API_PORT)}/v1`,
    panel_url: at(ports.PANEL_PORT),
    simulator_url: at(ports.SIMULATOR_PORT),
    panel,
    business,
  });
  rmSync(asideOf(home), { force: true });
}
