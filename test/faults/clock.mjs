/**
 * Replaces Date before the program starts, so that a test can set the clock of a process. The
 * monotonic clock is not changed, as when a real clock is set.
 */
let ahead = 0;
const now = Date.now.bind(Date);

globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(now() + ahead);
  }
  static now() {
    return now() + ahead;
  }
};

process.on('message', ({ aheadMs }) => {
  if (aheadMs === undefined) return;
  ahead = aheadMs;
  process.send({ clockSet: true });
});
// this listener must not keep a finished process running
process.channel?.unref();
