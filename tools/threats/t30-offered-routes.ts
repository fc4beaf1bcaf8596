import type { Threat } from './threat.ts';

const probes = 'apps/server/test/threats/probed-addresses.test.ts';
const list = {
  file: 'apps/server/test/processes/build-app.test.ts',
  name: 'is exactly the list of offered routes, in %s with the bank %s',
};

export const T30: Threat = {
  id: 'T30',
  title: 'Parts of the development or of the sandbox in production, consoles, files of the build, methods that echo',
  defence:
    'Every route stands in a closed list that says where it exists; only files that were built for pages are served; a method nothing offers is refused; a database belongs to one kind of bank.',
  proofs: [
    {
      rule: 'migrations run in the database of the server alone',
      test: { file: 'apps/server/src/platform/db/other-database.test.ts', name: 'is refused when it is %s instead, by name and without a password' },
      disable: {
        file: 'apps/server/src/platform/db/other-database.ts',
        find: 'other === undefined || own === other) return;',
        replace: 'other === undefined || own !== null) return;',
      },
    },
    {
      rule: 'the mails of a development server are not there in production',
      test: list,
      disable: {
        file: 'apps/server/src/app/composition/compose.ts',
        find: "config.mode === 'development' && config.smtpUrl === undefined ? createMailbox",
        replace: 'config.smtpUrl === undefined ? createMailbox',
      },
    },
    {
      rule: 'the sandbox is not there before a bank of its own',
      test: list,
      disable: {
        file: 'apps/server/src/app/composition/edition.ts',
        find: "if (bank === 'sandbox') return",
        replace: 'if (bank !== undefined) return',
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
      test: { file: probes, name: 'returns 404 with the security headers' },
      disable: { file: 'apps/server/src/platform/http/built-files.ts', find: '|map)$|(^|\\/)\\./', replace: ')$/' },
    },
    {
      rule: 'a database belongs to the kind of bank of its first start',
      test: {
        file: 'apps/server/src/platform/db/bank-kind-store.test.ts',
        name: 'is %s after the first start with it, and %s is refused from then on',
      },
      disable: {
        file: 'apps/server/src/platform/db/bank-kind-store.ts',
        find: 'if (stored !== undefined && stored !== kind) throw',
        replace: 'if (stored !== undefined && kind !== kind) throw',
      },
    },
    {
      rule: 'a database that holds tenants belongs to their kind of bank, whoever filled it',
      test: {
        file: 'apps/server/src/platform/db/bank-kind-store.test.ts',
        name: 'is that of its tenants where none was stored: with the tenant %s only %s starts',
      },
      disable: {
        file: 'apps/server/src/platform/db/bank-kind-store.ts',
        find: 'return rows[0]?.kind ?? (await readKindOfTenants(db));',
        replace: 'return rows[0]?.kind ?? ((await readKindOfTenants(db)) && undefined);',
      },
    },
    {
      rule: 'the kind of bank is looked for where statements find the table',
      test: {
        file: 'apps/server/src/platform/db/bank-kind-store.test.ts',
        name: 'is found with %s in the search path',
      },
      disable: {
        file: 'apps/server/src/platform/db/bank-kind-store.ts',
        find: "attrelid = to_regclass('installation')",
        replace: "attrelid = to_regclass(current_schema() || '.installation')",
      },
    },
    {
      rule: 'a running server plays commands of its own kind of bank alone',
      test: {
        file: 'apps/server/test/processes/commands-keep-the-bank.test.ts',
        name: 'plays no command that was set up for a core, and plays the same command with its own settings',
      },
      disable: {
        file: 'apps/server/src/app/operators/operator-commands.ts',
        find: 'if (bank === config.bank) yield*',
        replace: "if (bank === config.bank || bank !== 'sandbox') yield*",
      },
    },
    {
      rule: 'jobs judge orders of their own kind of bank alone',
      test: {
        file: 'apps/server/test/journeys/other-kind-of-bank.test.ts',
        name: 'stay as they are while jobs of a sandbox bank run, and are paid once when the core’s server is back',
      },
      disable: {
        file: 'apps/server/src/modules/bank/bank-tenant.ts',
        find: "return (sandboxId === BANK_TENANT) === (kind === 'adapter');",
        replace: "return sandboxId !== '' || kind === 'adapter';",
      },
    },
    {
      rule: 'production opens no database that was not named',
      test: { file: 'apps/server/src/platform/load-config.test.ts', name: 'names in production the accepted values of %s when it is not set' },
      disable: {
        file: 'apps/server/src/platform/load-config.ts',
        find: '{ isRequired: !isDevelopment, also: EMBEDDED }',
        replace: '{ also: EMBEDDED }',
      },
    },
  ],
};
