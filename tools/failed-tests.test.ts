/** The end of `npm test` lists every failure, where readers of a log's last lines find it. */
import { describe, expect, it } from 'vitest';
import { describeFailures, failedJourneys, failedTests } from './failed-tests.mjs';
import { createStepOutput } from './step-output.mjs';

const ESC = String.fromCharCode(27);

describe('the failures of a run', () => {
  const test = (title: string, ...failureMessages: readonly string[]) => ({
    ancestorTitles: ['a payment'],
    title,
    status: failureMessages.length === 0 ? 'passed' : 'failed',
    failureMessages,
  });

  it('are its failed tests, by file, groups and title', () => {
    const report = {
      testResults: [{ name: '/r/apps/pay.test.ts', status: 'failed', message: '', assertionResults: [test('fits'), test('ends', 'Error: no')] }],
    };
    expect(failedTests(report, '/r')).toEqual([{ name: 'apps/pay.test.ts > a payment > ends', error: 'Error: no' }]);
  });

  it('are files that could not be read, and files that broke outside of a test', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const report = {
      testResults: [
        { ...broken, name: '/r/one.test.ts', message: 'Cannot find module' },
        { ...broken, name: '/r/two.test.ts', message: '', assertionResults: [{ ...test('is skipped'), status: 'skipped' }] },
      ],
    };
    expect(failedTests(report, '/r')).toEqual([
      { name: 'one.test.ts', error: 'Cannot find module' },
      { name: 'two.test.ts', error: 'broke outside of its tests; its step says how' },
    ]);
  });

  it('are none when all passed, and when no report was written: then the step itself failed', () => {
    expect(failedTests({ testResults: [{ name: '/r/a.test.ts', status: 'passed', message: '', assertionResults: [test('fits')] }] }, '/r')).toEqual(
      [],
    );
    expect([...failedTests(undefined, '/r'), ...failedJourneys(undefined)]).toEqual([]);
  });

  it('of journeys name the window, within groups, too, and what is no journey', () => {
    const spec = (title: string, status: string) => ({
      title,
      tests: [{ projectName: 'phone', status, results: [{ errors: status === 'expected' ? [] : [{ message: 'Error: not visible' }] }] }],
    });
    const report = {
      errors: [{ message: 'the set-up broke' }],
      suites: [
        {
          file: 'pay.spec.ts',
          title: 'pay.spec.ts',
          specs: [spec('signs', 'unexpected'), spec('refuses', 'flaky')],
          suites: [{ file: 'pay.spec.ts', title: 'in two tabs', specs: [spec('signs once', 'unexpected'), spec('reads', 'expected')] }],
        },
      ],
    };
    expect(failedJourneys(report)).toEqual([
      { name: 'Playwright', error: 'the set-up broke' },
      { name: 'pay.spec.ts > signs > phone', error: 'Error: not visible' },
      { name: 'pay.spec.ts > in two tabs > signs once > phone', error: 'Error: not visible' },
    ]);
  });
});

describe('the description of failures', () => {
  it('is the first lines of each error, without colours and foreign frames', () => {
    const error = `${ESC}[31mAssertionError${ESC}[39m: expected 1\n\n    at file:///r/node_modules/vitest/run.js:1:1\n    at /r/pay.test.ts:4:2\nmore\nand more`;
    expect(describeFailures([{ name: 'pay', error }])).toEqual([
      '  pay',
      '      AssertionError: expected 1',
      '      at /r/pay.test.ts:4:2',
      '      more',
    ]);
  });

  it.each([1, 12, 13, 17, 25, 26, 50])('of %i failures names every one within fifty lines', (count) => {
    const failures = Array.from({ length: count }, (_, at) => ({ name: `test ${at}`, error: 'one\ntwo\nthree\nfour\nfive' }));
    const lines = describeFailures(failures);
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(failures.filter(({ name }) => !lines.includes(`  ${name}`))).toEqual([]);
  });

  it('keeps a long line short', () => {
    expect(describeFailures([{ name: 'a', error: 'x'.repeat(9999) }]).map((line) => line.length)).toEqual([3, 200]);
  });
});

describe('steps side by side', () => {
  it('are shown one after the other: the first as it speaks, the others when it has ended', () => {
    const shown: string[] = [];
    const { begin } = createStepOutput((text) => void shown.push(String(text).trim()));
    const one = begin('one');
    const two = begin('two');
    two.say('2a');
    one.say('1a');
    expect(shown).toEqual(['── one', '1a']);
    two.end('2 s');
    one.say('1b');
    const three = begin('three');
    expect(shown).toEqual(['── one', '1a', '1b']);
    one.end('1 s');
    expect(shown.slice(3)).toEqual(['1 s', '── two', '2a', '2 s', '── three']);
    three.say('3a');
    three.end('3 s');
    expect(shown.slice(8)).toEqual(['3a', '3 s']);
  });
});
