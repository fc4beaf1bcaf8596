/** The complete list of reads that may return data a few seconds old. Decision 0048 gives the reason for each line. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter((path) => !/\.test\.ts$|\/testing\//.test(path));

/** These reads are: the published statistics, the days of the status page, older lines of a request log, and one line of it. */
const MAY_BE_LATE = [
  'modules/request-log/routes.ts: findRequest(reader, appId, id)',
  'modules/request-log/routes.ts: findRequest(reader, appId, query.before) listRequests(reader, appId, query)',
  'modules/statistics/routes.ts: listQuarters(reader, days)',
  'modules/statistics/routes.ts: listReports(reader, days)',
  'modules/statistics/routes.ts: readQuarter(reader, quarter, days)',
  'modules/statistics/routes.ts: readQuarter(reader, report.quarter, days)',
  'modules/status/read-status.ts: readDays(reader, STATUS_ZONE, addDays(today, 1 - STATUS_DAYS))',
];

const CALL = /\breadStale\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)/g;
const READ = /\w+\(reader(?:[^()]|\([^()]*\))*\)/g;

describe('a read that may return old data', () => {
  const calls = sources
    .filter((path) => !path.includes('/platform/db/'))
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(CALL)].map(([, text = '']) => ({ path, text })));

  it('is one of these', () => {
    const seen = calls.map(
      ({ path, text }) => `${path.replace('apps/server/src/', '')}: ${[...text.matchAll(READ)].map(([read]) => read).join(' ')}`,
    );
    expect(seen.toSorted()).toEqual(MAY_BE_LATE);
  });

  it('is available in these files only', () => {
    const handed = sources
      .filter((path) => /\breadStale\b/.test(readFileSync(join(root, path), 'utf8')))
      .map((path) => path.replace('apps/server/src/', ''));
    expect(handed.toSorted()).toEqual([
      'app/composition/compose.ts',
      'modules/request-log/routes.ts',
      'modules/statistics/routes.ts',
      'modules/status/read-status.ts',
      'platform/db/database.ts',
      'platform/db/open-database.ts',
      'platform/db/read-replica.ts',
      'platform/platform.ts',
    ]);
  });
});
