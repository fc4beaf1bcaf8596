import type { Threat } from './threat.ts';

const quotes = { file: 'apps/server/test/threats/quotes.test.ts', name: 'is a text like others in every field of every route' };

export const T25: Threat = {
  id: 'T25',
  title: 'A text that becomes SQL',
  defence: 'Statements are written in the code, and what callers send are their parameters.',
  proofs: [
    {
      rule: 'an id in an address is a parameter',
      test: quotes,
      disable: {
        file: 'apps/server/src/modules/bank-sandbox/customers/test-customer-store.ts',
        find: "    .where('sandbox_id', '=', owner.sandboxId)\n    .where('id', '=', owner.customerId)\n    .where('removed_at', 'is', null)\n    .forUpdate()\n",
        replace:
          "    .where('sandbox_id', '=', owner.sandboxId)\n    .where(sql<boolean>`id = '${sql.raw(owner.customerId)}'`)\n    .where('removed_at', 'is', null)\n    .forUpdate()\n",
      },
    },
    {
      rule: 'a field of a query is a parameter',
      test: quotes,
      disable: {
        file: 'apps/server/src/modules/request-log/request-log-store.ts',
        find: "rows.where('operation_id', '=', operationId)",
        replace: "rows.where(sql<boolean>`operation_id = '${sql.raw(operationId)}'`)",
      },
    },
    {
      rule: 'no text is made into SQL',
      test: { file: 'tools/sql-texts.test.ts', name: 'makes no SQL of texts: what enters a statement as it is, is written in the code' },
      disable: {
        file: 'apps/server/src/modules/developers/session-store.ts',
        find: 'sql.lit(`${count} seconds`)',
        replace: "sql.raw(`'${count} seconds'::text`)",
      },
    },
  ],
};
