import type { Reporter, TestModule } from 'vitest/node';

/** A browser on busy cores occasionally loses a frame. More retried journeys than this indicate a real fault. */
const MOST = 2;

/** Names the journeys that passed only on their second try, and fails the suite if there are too many. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests('passed')]);
    const retried = tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0);
    if (retried.length === 0) return;
    for (const test of retried) {
      console.log(`second try: ${test.module.relativeModuleId} > ${test.fullName}`);
      // The errors of the first try.
      for (const { message, stack } of test.result().errors ?? []) console.log(`${message}\n${stack ?? ''}`);
    }
    if (retried.length <= MOST) return;
    console.error(`${retried.length} journeys needed a second try; ${MOST} may.`);
    process.exitCode = 1;
  }
}
