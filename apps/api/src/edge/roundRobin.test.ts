/** Keys take turns, and the items of one keep their order. */
import { expect, test } from '@jest/globals';
import { createRoundRobin } from './roundRobin.js';

test('keys take turns, and the items of one keep their order', () => {
  const queue = createRoundRobin<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item.charCodeAt(0), item);
  const taken: (string | undefined)[] = [];
  while (!queue.isEmpty()) taken.push(queue.take());
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.take()).toBeUndefined();
});
