import type { Threat } from './threat.ts';

const CLIENT = 'apps/web/src/features/statistics/report-file.ts';
const CLIENT_TEST = 'apps/web/src/features/statistics/report-file.test.ts';

export const T23: Threat = {
  id: 'T23',
  title: 'A report that leads elsewhere, or is more than a file',
  defence:
    'The name of a report is looked up, never a path; the file lies on the API’s origin below one path, is saved under a name made here, and the page follows no other address.',
  proofs: [
    {
      rule: 'the page fetches from the API’s origin alone',
      test: { file: CLIENT_TEST, name: 'is not %j' },
      disable: { file: CLIENT, find: 'given === null || given.origin !== base.origin', replace: 'given === null' },
    },
    {
      rule: 'and from the one folder of reports',
      test: { file: CLIENT_TEST, name: 'is not %j' },
      disable: { file: CLIENT, find: 'const FILE_ID = /^[a-z0-9-]{1,64}$/;', replace: 'const FILE_ID = /^.{1,64}$/;' },
    },
    {
      rule: 'a file has a plain name',
      test: { file: CLIENT_TEST, name: 'has no file named %j' },
      disable: { file: CLIENT, find: ' && FILE_NAME.test(fileName)', replace: '' },
    },
    {
      rule: 'a report is one of those that are offered',
      test: { file: 'apps/server/test/journeys/statistics.test.ts', name: 'returns 404 with a reference to the list of reports' },
      disable: {
        file: 'apps/server/src/modules/statistics/routes.ts',
        find: 'if (report === undefined || !(await isOffered(report.quarter)))',
        replace: 'if (report === undefined)',
      },
    },
    {
      rule: 'it is saved, not shown',
      test: {
        file: 'apps/server/test/journeys/statistics.test.ts',
        name: 'is downloaded from one path of this origin, as an attachment with a plain name',
      },
      disable: { file: 'apps/server/src/modules/statistics/routes.ts', find: '`attachment; filename="', replace: '`inline; filename="' },
    },
  ],
};
