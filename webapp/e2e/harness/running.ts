import type { Reporter, TestCase } from 'vitest/node';

/** Names the journeys that were still running when the run was interrupted, for example by a time limit. */
export default class Running implements Reporter {
  private readonly running = new Map<string, { name: string; since: number }>();

  onInit(): void {
    process.once('SIGTERM', () => {
      for (const { name, since } of this.running.values())
        console.error(`still running after ${Math.round((Date.now() - since) / 1_000)} s: ${name}`);
      process.exit(143);
    });
  }

  onTestCaseReady(test: TestCase): void {
    this.running.set(test.id, {
      name: `${test.module.relativeModuleId} > ${test.fullName}`,
      since: Date.now(),
    });
  }

  onTestCaseResult(test: TestCase): void {
    this.running.delete(test.id);
  }
}
