import type { Threat } from './threat.ts';

const probes = 'apps/server/src/app/threats/probed-addresses.test.ts';
const list = {
  file: 'apps/server/src/app/build-app.test.ts',
  name: 'is the closed list, in %s with the bank %s: nothing more, nothing less',
};

export const T30: Threat = {
  id: 'T30',
  title: 'Parts of the development or of the sandbox in production, consoles, files of the build, methods that echo',
  defence:
    'Every route stands in a closed list that says where it exists; only files that were built for pages are served; a method nothing offers is refused.',
  proofs: [
    {
      rule: 'the mails of a development server are not there in production',
      test: list,
      disable: {
        file: 'apps/server/src/app/wire-modules.ts',
        find: "config.mode === 'development' && config.smtpUrl === undefined ? createMailbox",
        replace: 'config.smtpUrl === undefined ? createMailbox',
      },
    },
    {
      rule: 'the sandbox is not there before a bank of its own',
      test: list,
      disable: {
        file: 'apps/server/src/app/register-routes.ts',
        find: "  if (config.bank === 'sandbox') {\n    const { requireDeveloper",
        replace: '  {\n    const { requireDeveloper',
      },
    },
    {
      rule: 'a new route is in the list',
      test: list,
      disable: {
        file: 'apps/server/src/modules/sign-in/routes.ts',
        find: "  routes.delete('/bank/session', ",
        replace: "  routes.get('/bank/debug', async () => ({}));\n  routes.delete('/bank/session', ",
      },
    },
    {
      rule: 'what else lies in the folder of the build is not served',
      test: { file: probes, name: 'is not found, whatever it would give away, with the whole header set' },
      disable: { file: 'apps/server/src/platform/http/static-web.ts', find: '|map)$|(^|\\/)\\./', replace: ')$/' },
    },
  ],
};
