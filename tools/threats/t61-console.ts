import type { Threat } from './threat.ts';

const folder = 'apps/server/src/modules/console';
const test = 'apps/server/test/journeys/console.test.ts';

export const T61: Threat = {
  id: 'T61',
  title: 'A person reaches the console from the public side, by a stolen session or without the role, or reads personal data unseen',
  defence:
    'The console is a separate server. Its sessions are bound to an address and end soon. Each route declares its act, and each read is recorded first.',
  proofs: [
    {
      rule: 'a session works from the address at which it began',
      test: { file: test, name: 'works from no other address' },
      disable: {
        file: `${folder}/session-store.ts`,
        find: 'and address = ${given.address}',
        replace: 'and ${given.address}::text is not null',
      },
    },
    {
      rule: 'an act needs a role',
      test: { file: test, name: '%s: every route is allowed or refused as the table says' },
      disable: {
        file: `${folder}/console-access.ts`,
        find: 'if (access === undefined || !isAllowed(access, operator.roles)) {',
        replace: 'if (access === undefined) {',
      },
    },
    {
      rule: 'a route declares who may call it',
      test: { file: test, name: 'refuse a route that does not declare who may call it' },
      disable: {
        file: `${folder}/console-access.ts`,
        find: 'if (config?.consoleAccess === undefined)',
        replace: "if (config?.consoleAccess === undefined && url === '')",
      },
    },
    {
      rule: 'an answer belongs to the browser that began the sign-in',
      test: { file: test, name: 'ends without a session in a browser that did not begin it' },
      disable: {
        file: `${folder}/console-sign-in.ts`,
        find: 'if (begun === undefined || state !== begun.state)',
        replace: 'if (begun === undefined)',
      },
    },
    {
      rule: 'a look-up is recorded before it reads',
      test: { file: test, name: 'is recorded before it reads, also if it finds nothing' },
      disable: {
        file: `${folder}/look-up.ts`,
        find: "await recordAct(platform, operator, { name: 'found', ids: { about: id } });",
        replace: '',
      },
    },
    {
      rule: 'the server masks personal values',
      test: { file: test, name: 'returns the history of a payment with masked values only' },
      disable: {
        file: `${folder}/look-up.ts`,
        find: 'map(({ field, masked }) => ({ field, masked })),',
        replace: 'map(({ field, value }) => ({ field, masked: value })),',
      },
    },
  ],
  journeys: ['e2e/journeys/console.spec.ts'],
};
