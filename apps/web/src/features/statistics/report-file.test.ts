import { describe, expect, it } from 'vitest';
import { reportFile } from './report-file.ts';

const BASE = 'https://portal.example/api';
const NAME = 'PSD2_KPI_2026Q3.csv';
const URL_OF = `${BASE}/api/statistics/file/2026q3-csv`;

describe('the address of a report', () => {
  it.each([URL_OF, '/api/api/statistics/file/2026q3-csv'])('is %s', (url) => {
    expect(reportFile({ url, fileName: NAME }, BASE)).toEqual({ path: '/api/statistics/file/2026q3-csv', fileName: NAME });
  });
  it.each([
    'https://evil.example/api/api/statistics/file/2026q3-csv',
    '//evil.example/api/api/statistics/file/2026q3-csv',
    'https://portal.example@evil.example/api/api/statistics/file/2026q3-csv',
    'https://user:pw@portal.example/api/api/statistics/file/2026q3-csv',
    'https://portal.example:8443/api/api/statistics/file/2026q3-csv',
    'http://portal.example/api/api/statistics/file/2026q3-csv',
    '\\\\evil.example\\api',
    'javascript:alert(1)',
    'data:text/csv,a',
    'blob:https://portal.example/1',
    `${BASE}/api/statistics/file/../../tpp`,
    `${BASE}/api/statistics/file/%2e%2e/tpp`,
    `${BASE}/api/statistics/file/..%2ftpp`,
    `${BASE}/api/statistics/file/2026q3-csv?next=https://evil.example`,
    `${BASE}/api/statistics/file/2026q3-csv#x`,
    `${BASE}/api/statistics/file/`,
    `${BASE}/tpp/refresh`,
    '',
  ])('is not %j', (url) => {
    expect(reportFile({ url, fileName: NAME }, BASE)).toBeUndefined();
  });
  it.each(['../x.csv', 'a/b.csv', 'x.csv\r\nSet-Cookie: a=b', '\u202Efdp.csv', 'x".csv', 'x.csv.exe', '.csv', '', `${'x'.repeat(200)}.csv`])(
    'has no file named %j',
    (fileName) => {
      expect(reportFile({ url: URL_OF, fileName }, BASE)).toBeUndefined();
    },
  );
});
