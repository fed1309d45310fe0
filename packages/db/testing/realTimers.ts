/** What a fake clock leaves to PostgreSQL's client. */
export const REAL_TIMERS = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
  ...(['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'performance'] as const),
];
