import type { Threat } from './threat.ts';

const FETCHED = {
  file: 'apps/server/test/threats/fetched-addresses.test.ts',
  name: 'is fetched by no route, from its path, its query, its headers or its body',
};
const CATALOG = 'apps/server/src/modules/catalog/routes.ts';

export const T13: Threat = {
  id: 'T13',
  title: 'Making the server fetch an address that the caller names',
  defence:
    'No call takes an address to fetch: the explorer sends from the browser, slices and reports are found by their ids, and a document refers to nothing outside itself.',
  proofs: [
    {
      rule: 'an operation is found by its id',
      test: FETCHED,
      disable: {
        file: CATALOG,
        find: 'const slice = await (brief ? section.brief(id) : section.slice(id));',
        replace: 'await fetch(id).catch(() => undefined);\n    const slice = await (brief ? section.brief(id) : section.slice(id));',
      },
    },
    {
      rule: 'a report is found by its id',
      test: FETCHED,
      disable: {
        file: 'apps/server/src/modules/statistics/routes.ts',
        find: 'const { reportId } = request.params;',
        replace: 'const { reportId } = request.params;\n    await fetch(reportId).catch(() => undefined);',
      },
    },
  ],
};
