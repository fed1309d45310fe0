/**
 * What nearly every test file needs: an API, a business that may issue, and both gone afterwards.
 */
import { afterAll, beforeAll } from '@jest/globals';
import type { ApiConfig } from '@rafaga/api/start';
import { startTestApi, type TestApi } from './api.js';
import { aBusiness, type TestBusiness, type Wishes } from './business.js';

export interface ApiWithTenant {
  api: TestApi;
  tenant: TestBusiness;
}

/** Filled before the first test runs. */
export function apiWithTenant(change: Partial<ApiConfig> = {}, wishes: Wishes = {}): ApiWithTenant {
  const fixture = {} as ApiWithTenant;
  beforeAll(async () => {
    fixture.api = await startTestApi(change);
    fixture.tenant = await aBusiness(fixture.api.db, wishes);
  });
  afterAll(() => fixture.api.stop());
  return fixture;
}
