/** Runs the tests of a changed file in a child process, which is replaced when it hangs or ends. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestOrder, TestVerdict } from './test-worker.ts';

export interface TestRunner {
  /** Returns undefined when the tests did not end in time. @throws when the process ends unexpectedly twice in a row. */
  run(order: TestOrder, timeoutMs: number): Promise<TestVerdict | undefined>;
  stop(): Promise<void>;
}

/** @throws when the process ends unexpectedly, because that is no result of the tests. */
function answerOf(asked: ChildProcess, order: TestOrder, timeoutMs: number): Promise<TestVerdict | undefined> {
  const answer = Promise.withResolvers<TestVerdict | undefined>();
  const timer = setTimeout(() => answer.resolve(undefined), timeoutMs);
  const onMessage = (verdict: TestVerdict) => answer.resolve(verdict);
  const onExit = (code: number | null) => answer.reject(new Error(`The process that runs the tests ended with ${code}.`));
  asked.once('message', onMessage);
  asked.once('exit', onExit);
  asked.send(order);
  return answer.promise.finally(() => {
    clearTimeout(timer);
    asked.off('message', onMessage);
    asked.off('exit', onExit);
  });
}

export function createTestRunner(root: string): TestRunner {
  let worker: ChildProcess | undefined;

  async function start(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'test-worker.ts'), [root], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    await once(child, 'message');
    return child;
  }

  async function stop(): Promise<void> {
    const ending = worker;
    worker = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGKILL');
    await ended;
  }

  async function ask(order: TestOrder, timeoutMs: number): Promise<TestVerdict | undefined> {
    worker ??= await start();
    const asked = worker;
    try {
      const verdict = await answerOf(asked, order, timeoutMs);
      if (verdict === undefined) await stop();
      return verdict;
    } catch (error) {
      worker = undefined;
      throw error;
    }
  }

  return {
    // Node.js sometimes crashes after it has opened and closed hundreds of embedded databases. The second attempt runs in a new process.
    run: (order, timeoutMs) => ask(order, timeoutMs).catch(() => ask(order, timeoutMs)),
    stop,
  };
}
