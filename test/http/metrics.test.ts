/** An API process serves its metrics on a port of its own, and callers add no series to them. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiProcess, startApiProcess } from '../support/apiProcess.js';
import { apiWithTenant } from '../support/apiWithTenant.js';

const fixture = apiWithTenant();
let api: ApiProcess;
beforeAll(async () => {
  api = await startApiProcess();
});
afterAll(() => api.end('SIGTERM'));

async function scrape(): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${api.healthPort}/metrics`);
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  return (await answer.text()).split('\n');
}

test('requests are counted by the route that the API declares', async () => {
  const { credentials } = fixture.tenant;
  const { datos } = (await api.boleta(credentials)).json;
  for (const id of [datos.id, 77]) await api.get(`/v1/boletas/${id}`, credentials);
  for (const path of ['/x1', '/x2', '/v1/boletas/1/zip']) await api.get(path, {});
  const lines = await scrape();
  const count = 'rafaga_http_request_duration_seconds_count';
  expect(lines).toEqual(
    expect.arrayContaining([
      `${count}{route="/v1/boletas",method="POST",status="201"} 1`,
      `${count}{route="/v1/boletas/:id",method="GET",status="200"} 1`,
      `${count}{route="/v1/boletas/:id",method="GET",status="404"} 1`,
      `${count}{route="unknown",method="GET",status="404"} 3`,
      'rafaga_http_requests_open 0',
      expect.stringMatching(/^rafaga_postgres_connections\{server="primary",state="idle"\} [1-9]/),
      expect.stringMatching(/^process_cpu_seconds_total \d/),
      expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds \d/),
    ]),
  );
  expect(lines.join()).not.toContain('/x1');
});

test('a wait that its caller asked for does not count as the duration of a sale', async () => {
  const seconds = 3;
  const asked = { ...fixture.tenant.credentials, Prefer: `wait=${seconds}` };
  expect((await api.boleta(asked)).status).toBe(201);
  const sum = 'rafaga_http_request_duration_seconds_sum{route="/v1/boletas",method="POST",';
  const line = (await scrape()).find((each) => each.startsWith(`${sum}status="201"`));
  expect(Number(line?.split(' ')[1])).toBeLessThan(seconds);
});

test('the public port has no metrics, and the other one has health', async () => {
  expect((await api.get('/metrics', {})).status).toBe(404);
  const answer = await fetch(`http://127.0.0.1:${api.healthPort}/healthz`);
  expect(answer.status).toBe(200);
});
