/** One line for each promise of a bank's core, for `npm run check-core`: passed or FAILED, and what the call and its field had wrong. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export default class CheckCoreReporter implements Reporter {
  #passed = 0;
  #failed = 0;

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === 'passed') this.#passed += 1;
    if (result.state === 'failed') this.#failed += 1;
    const suite = test.parent.type === 'suite' ? `${test.parent.name}: ` : '';
    console.log(`${result.state === 'failed' ? 'FAILED' : result.state} · ${suite}${test.name}`);
    for (const error of result.errors ?? []) console.log(`         ${textOf(error)}`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const each of modules) {
      for (const error of [...each.errors(), ...each.children.array().flatMap((child) => (child.type === 'suite' ? child.errors() : []))]) {
        this.#failed += 1;
        console.log(`FAILED · ${textOf(error)}`);
      }
    }
    console.log(`${this.#passed} promises kept, ${this.#failed} not.`);
  }
}

/** The core's detail is beside the message, which is for customers. */
function textOf(error: object): string {
  const { options, message } = { options: undefined, message: '', ...error };
  return String(Object(options).detail ?? message).replaceAll('\n', '\n         ');
}
