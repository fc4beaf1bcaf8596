/** The proofs of T5 about the application that a call of its developer names. */
import type { Proof } from './threat.ts';

export const SEVERAL_APPLICATIONS: readonly Proof[] = [
  {
    rule: 'an application that Tpp-Client-Id names is found with its developer only',
    test: {
      file: 'apps/server/test/journeys/developers-applications.test.ts',
      name: 'has for another developer’s application the answer of an unknown one on every route, and nothing changes',
    },
    disable: {
      file: 'apps/server/src/modules/tpp-apps/tpp-app-store.ts',
      find: "oldest.where('client_id', '=', clientId)",
      replace: "reader.withTables<TppAppTables>().selectFrom('tpp_app').selectAll().where('client_id', '=', clientId)",
    },
  },
  {
    rule: 'a change is not made to the next application when the oldest one is deleted meanwhile',
    test: {
      file: 'apps/server/test/journeys/deleted-meanwhile.test.ts',
      name: 'create a customer: is a 404 when the oldest application is deleted right after the act has read it, and the next one gets none',
    },
    disable: {
      file: 'apps/server/src/modules/sandbox/create-sandbox.ts',
      find: 'ownApp(context.tx, { ...owner, clientId })',
      replace: 'ownApp(context.tx, owner)',
    },
  },
];
