import type { Reporter, TestModule } from 'vitest/node';

/** A browser on busy cores now and then loses a frame. More than these many journeys are no accident. */
const MOST = 2;

/** Names the journeys that passed at their second try only, and fails the suite where they are too many. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests('passed')]);
    const retried = tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0);
    if (retried.length === 0) return;
    for (const test of retried) {
      console.log(`second try: ${test.module.relativeModuleId} > ${test.fullName}`);
      // What the first try met.
      for (const { message, stack } of test.result().errors ?? []) console.log(`${message}\n${stack ?? ''}`);
    }
    if (retried.length <= MOST) return;
    console.error(`${retried.length} journeys needed a second try; ${MOST} may.`);
    process.exitCode = 1;
  }
}
