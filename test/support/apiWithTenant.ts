/** The fixture of most API tests: an API and a business that may issue, stopped afterwards. */
import { afterAll, beforeAll } from '@jest/globals';
import type { ApiConfig } from '@rafaga/api/start';
import { startTestApi, type TestApi } from './api.js';
import { aBusiness, type BusinessOptions, type TestBusiness } from './business.js';

export interface ApiWithTenant {
  api: TestApi;
  tenant: TestBusiness;
}

/** Filled before the first test runs. */
export function apiWithTenant(
  change: Partial<ApiConfig> = {},
  options: BusinessOptions = {},
): ApiWithTenant {
  const fixture = {} as ApiWithTenant;
  beforeAll(async () => {
    fixture.api = await startTestApi(change);
    fixture.tenant = await aBusiness(fixture.api.db, options);
  });
  afterAll(() => fixture.api.stop());
  return fixture;
}
