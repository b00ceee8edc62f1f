// What tests import as `@jest/globals`. Modules are shared by the test files of a process, while each file has
// functions of its own: those of the file that runs.

export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function useGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
