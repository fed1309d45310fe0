/** Tests that a program receives the secrets that it works with, and no other. */
import { expect, test } from '@jest/globals';
import { programEnv } from './programEnv.mjs';

const ALL = Object.fromEntries(
  [
    'PATH',
    'RAFAGA_HOME',
    'RAFAGA_WORKERS',
    'RAFAGA_MASTER_KEY_PREVIOUS',
    'RAFAGA_WORKER_KEY',
    'RAFAGA_WORKER_KEY_PREVIOUS_FILE',
    'RAFAGA_WORKER_PUBLIC_KEY',
    'RAFAGA_PANEL_KEY_FILE',
    'RAFAGA_PANEL_PUBLIC_KEY',
    'RAFAGA_PEPPER',
  ].map((name) => [name, 'x']),
);
const PLAIN = ['PATH', 'RAFAGA_HOME', 'RAFAGA_WORKERS'];

test.each([
  ['api', ['RAFAGA_PEPPER']],
  ['simulator', []],
  [
    'worker',
    [
      'RAFAGA_MASTER_KEY_PREVIOUS',
      'RAFAGA_WORKER_KEY',
      'RAFAGA_WORKER_KEY_PREVIOUS_FILE',
      'RAFAGA_WORKER_PUBLIC_KEY',
      'RAFAGA_PANEL_PUBLIC_KEY',
    ],
  ],
  [
    'panel',
    [
      'RAFAGA_MASTER_KEY_PREVIOUS',
      'RAFAGA_WORKER_PUBLIC_KEY',
      'RAFAGA_PANEL_KEY_FILE',
      'RAFAGA_PANEL_PUBLIC_KEY',
      'RAFAGA_PEPPER',
    ],
  ],
])('the secrets of %s are its own', (program, own) => {
  expect(Object.keys(programEnv(program, ALL))).toEqual([...PLAIN, ...own]);
});
