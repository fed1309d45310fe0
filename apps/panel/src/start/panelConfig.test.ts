/** Tests that settings which protect nothing are refused as wrong settings, in one sentence. */
import { expect, test } from '@jest/globals';
import { ConfigError } from '@rafaga/runtime';
import { checkedUrl, type PanelConfig } from './panelConfig.js';

test.each([
  { url: 'http://panel.ejemplo.pe', secondFactor: 'required' },
  { url: 'https://panel.ejemplo.pe', secondFactor: 'optional' },
] as const)('%j is refused in production', (config) => {
  const check = () => checkedUrl({ port: 3001, production: true, ...config } as PanelConfig);
  expect(check).toThrow(ConfigError);
});
