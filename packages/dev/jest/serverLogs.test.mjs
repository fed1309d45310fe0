/** Tests what of the logs of the servers is told at the end of a run. */
import { expect, test } from '@jest/globals';
import { troubleIn } from './serverLogs.mjs';

test('of the log of a server, a crash is told, and not what statements of tests provoke', () => {
  const crash = 'LOG:  server process (PID 7) was terminated by signal 9: Killed';
  const usual = [
    'ERROR:  permission denied for table users',
    'LOG:  background worker "logical replication launcher" (PID 5) exited with exit code 1',
  ];
  expect(troubleIn([...usual, crash, ''].join('\n'))).toEqual([crash]);
});
