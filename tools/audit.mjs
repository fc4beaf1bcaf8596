/**
 * Asks the registry whether it knows vulnerabilities of the installed packages (`npm audit`) and describes the answer. It fails nothing: a new advisory
 * is no fault of the change under test. `npm test` prints the description; Renovate proposes the new version.
 */
import { execFile } from 'node:child_process';

const TIMEOUT_MS = 60_000;

/** @returns {Promise<string>} one line, or one more for each package with a vulnerability. */
export function auditPackages() {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  return new Promise((resolve) => {
    execFile('npm', args, { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' }, (_error, stdout) =>
      resolve(describeAudit(stdout)),
    );
  });
}

/** @param {string} text what `npm audit --json` printed. */
export function describeAudit(text) {
  const report = parse(text);
  if (report?.vulnerabilities === undefined) return `npm audit: not run, because no registry answers it (${report?.message ?? 'no answer'}).`;
  const found = Object.values(report.vulnerabilities);
  if (found.length === 0) return 'npm audit: no known vulnerability in the packages of the servers and pages.';
  const lines = found.map(
    ({ name, severity, range, fixAvailable }) => `  ${name} ${range}: ${severity}${fixAvailable === false ? ', no fix yet' : ''}`,
  );
  return [`npm audit: known vulnerabilities in ${found.length} packages of the servers and pages:`, ...lines].join('\n');
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
