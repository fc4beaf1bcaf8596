import type { Threat } from './threat.ts';

const notifications = 'apps/server/src/modules/notifications';
const endpoints = `${notifications}/endpoints/create-endpoints.ts`;
const journey = 'apps/server/test/journeys/notifications.test.ts';

export const T63: Threat = {
  id: 'T63',
  title: 'An endpoint lets a developer reach the bank’s network, flood another site, or read messages of another application',
  defence:
    'The server refuses addresses that it never calls. An address gets one test event, and others after it has answered. Test events and repetitions are limited. An endpoint belongs to one application.',
  proofs: [
    {
      rule: 'an address that the server never calls is no endpoint',
      test: { file: journey, name: 'with %s is refused, and nothing is written' },
      disable: { file: endpoints, find: 'if (fault !== undefined) throw urlNotAcceptable(fault);', replace: '' },
    },
    {
      rule: 'a new address is not confirmed by the answer of the one before',
      test: {
        file: journey,
        name: 'gets nothing before it has answered a test event, while it is disabled, after 410, and at a new address that has not answered',
      },
      disable: {
        file: `${notifications}/store/endpoint-store.ts`,
        find: 'set url = ${url}, confirmed_at = null where',
        replace: 'set url = ${url} where',
      },
    },
    {
      rule: 'test events are limited',
      test: { file: journey, name: 'is refused twice at one address, as the sixth one, and after too many test events' },
      disable: { file: endpoints, find: "    await spend(tx, app, 'test events', TESTS_PER_HOUR);\n", replace: '' },
    },
    {
      rule: 'an endpoint of another application does not exist',
      test: {
        file: 'apps/server/test/threats/foreign-objects.test.ts',
        name: 'gets the 404 of an unknown one, byte for byte, on every route of developers, and is not changed',
      },
      disable: {
        file: `${notifications}/store/endpoint-store.ts`,
        find: '${endpointsOf(appId)} and endpoint',
        replace: '${endpointsOf(appId)} or endpoint',
      },
    },
    {
      rule: 'an endpoint of a suspended application gets nothing',
      test: { file: journey, name: 'of a suspended application gets nothing until the suspension is lifted' },
      disable: {
        file: `${notifications}/create-notifications.ts`,
        find: 'if (app === undefined) return [];',
        replace: '',
      },
    },
  ],
};
