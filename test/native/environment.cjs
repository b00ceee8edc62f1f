const { ModuleMocker } = require('jest-mock');

/** What Jest keeps on the global object while a file runs. */
const KEPT = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'LOG_ERRORS_BEFORE_RETRY', 'RETRY_IMMEDIATELY', 'RETRY_TIMES', 'RETRY_TIMES_SETTER', 'TEST_TIMEOUT_SYMBOL', 'WAIT_BEFORE_RETRY']);

/** Tests run where the service does, in Node itself: not in a context of its own for each file, whose classes differ from Node's and whose every global costs time. */
module.exports = class Environment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  console = console;
  exit = process.exit;

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {}

  async teardown() {
    globalThis.console = this.console;
    process.exit = this.exit;
    for (const key of Object.getOwnPropertySymbols(globalThis)) if (KEPT.has(key.description)) Reflect.deleteProperty(globalThis, key);
  }
};
