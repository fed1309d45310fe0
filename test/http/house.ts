/**
 * What nearly every test file needs: an API, a business that may issue, and both gone afterwards.
 */
import { afterAll, beforeAll } from '@jest/globals';
import type { ApiConfig } from '@rafaga/api/start';
import { startTestApi, type TestApi } from './api.js';
import { aBusiness, type TestBusiness, type Wishes } from './business.js';

export interface House {
  api: TestApi;
  shop: TestBusiness;
}

/** Filled before the first test runs. */
export function aHouse(change: Partial<ApiConfig> = {}, wishes: Wishes = {}): House {
  const house = {} as House;
  beforeAll(async () => {
    house.api = await startTestApi(change);
    house.shop = await aBusiness(house.api.db, wishes);
  });
  afterAll(() => house.api.stop());
  return house;
}
