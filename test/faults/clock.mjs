// A clock that can be set, before anything of the process has looked at it: everything that asks
// JavaScript for the time is told another one. The monotonic clock stays as it is, as it does when
// a real one is set.
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
// listening for it must not keep a finished process running
process.channel?.unref();
