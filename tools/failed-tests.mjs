/**
 * Lists the failed tests from the reports of a run. `npm test` ends with the list, because readers of a long log begin at its end, and continuous
 * integration may show only that.
 */
import { relative, sep } from 'node:path';

const LINE_MAX = 200;
/** The last sixty lines of a log then contain the whole list and the sum below it. */
const LINES_SHOWN = 50;
const LINES_EACH_MAX = 4;

/**
 * @param {any} report of Vitest, reporter `json`.
 * @param {string} root the folder to which file names are relative.
 * @returns {readonly import('./failed-tests.mjs').FailedTest[]} a file that failed without a failed test (it could not be loaded, or a hook failed)
 * counts once.
 */
export function failedTests(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name).replaceAll(sep, '/');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, error: message || 'broke outside of its tests; its step says how' }];
    return failed.map(({ ancestorTitles, title, failureMessages }) => ({
      name: [file, ...ancestorTitles, title].join(' > '),
      error: failureMessages.join('\n'),
    }));
  });
}

/** @param {any} report of Playwright, reporter `json`. */
export function failedJourneys(report) {
  const outside = (report?.errors ?? []).map(({ message }) => ({ name: 'Playwright', error: message ?? '' }));
  return [...outside, ...(report?.suites ?? []).flatMap((suite) => failedIn(suite, [suite.file]))];
}

function failedIn({ suites = [], specs = [] }, names) {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => ({
        name: [...names, title, projectName].join(' > '),
        error: results
          .flatMap(({ errors }) => errors)
          .map(({ message }) => message)
          .join('\n'),
      })),
  );
  return [...failed, ...suites.flatMap((suite) => failedIn(suite, [...names, suite.title]))];
}

/**
 * Describes each failure with the first lines of its error; the more failures, the fewer lines each.
 * @param {readonly import('./failed-tests.mjs').FailedTest[]} failures
 */
export function describeFailures(failures) {
  const linesEach = Math.max(1, Math.min(LINES_EACH_MAX, Math.floor(LINES_SHOWN / failures.length)));
  return failures.flatMap(({ name, error }) => {
    const said = stripColours(error)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^at .*(node_modules|node:|<anonymous>)/.test(line));
    return [`  ${name}`, ...said.slice(0, linesEach - 1).map((line) => `      ${line}`)].map((line) => line.slice(0, LINE_MAX));
  });
}

function stripColours(text) {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}
