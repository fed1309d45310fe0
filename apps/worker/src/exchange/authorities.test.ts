/** Tests that the services of an authority have circuit breakers of their own. */
import { expect, test } from '@jest/globals';
import { createAuthorities, type Services } from './authorities.js';
import { createAuthorityClocks } from './authorityClocks.js';

const SERVICES = ['send', 'query', 'consult'] as const;
type Service = (typeof SERVICES)[number];

const admissionOf = ({ sendAdmission, queryAdmission }: Services) => ({
  send: sendAdmission,
  query: queryAdmission.getStatusCdr,
  consult: queryAdmission.validarcomprobante,
});

async function trip(services: Services, service: Service): Promise<void> {
  const permit = await admissionOf(services)[service].acquire();
  if (permit.is !== 'admitted') throw new Error('the breaker is closed at first');
  permit.release('down');
}

test.each(SERVICES)('a breaker that opens for %s stops no other service', async (service) => {
  const authorities = createAuthorities({
    simulatorUrl: 'http://127.0.0.1:1',
    allowPrivate: [],
    maxConcurrent: 4,
    clocks: createAuthorityClocks(1),
    onChange: () => undefined,
  });
  const of = (authority: 'beta' | 'production') => authorities.of({ authority });
  await trip(of('production'), service);
  const open = authorities.breakers().filter(({ state }) => state() === 'open');
  expect(open).toMatchObject([{ authority: 'production', service }]);
  for (const each of SERVICES)
    expect([each, admissionOf(of('production'))[each].admits()]).toEqual([each, each !== service]);
  for (const each of SERVICES) expect(admissionOf(of('beta'))[each].admits()).toBe(true);
  authorities.close();
});
