/**
 * What jest-circus keeps of the test that runs, in the place of its AsyncLocalStorage. Node 20
 * hands each storage that was ever used on to every promise, and each test file leaves one behind:
 * 8 % of the CPU of Jest's workers. The tests of a file run one after the other, so one value is
 * enough.
 */
class TestContext {
  #context;

  getStore() {
    return this.#context;
  }

  async run(context, callback) {
    const outer = this.#context;
    this.#context = context;
    try {
      return await callback();
    } finally {
      this.#context = outer;
    }
  }
}

module.exports = { AsyncLocalStorage: TestContext };
