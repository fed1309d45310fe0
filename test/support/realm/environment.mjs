/**
 * The environment of test files that share the globals of their worker. What a file adds to them,
 * or changes of the process, is undone at its end.
 */
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

export default class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #undo = undoer();

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.exportConditions = () => projectConfig.testEnvironmentOptions.customExportConditions;
  }

  setup() {}

  teardown() {
    this.fakeTimersModern.dispose();
    this.#undo();
  }

  /** There is none. */
  getVmContext() {}
}

/** What jest-circus would find of the file before. */
const OF_CIRCUS = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'].map((name) => Symbol.for(name));

/** @returns how to bring back the process and the console of now */
function undoer() {
  const { console } = globalThis;
  const { exit } = process;
  const env = { ...process.env };
  return () => {
    for (const name of OF_CIRCUS) delete globalThis[name];
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  };
}
