import type { Threat } from './threat.ts';

const roles = 'apps/server/src/modules/sign-in/roles';
const test = 'apps/server/test/journeys/roles.test.ts';

export const T57: Threat = {
  id: 'T57',
  title: 'A person acts for a company for which they may not act, or one role sees or signs what belongs to another',
  defence: 'The bank lists the roles of the authenticated person, the server takes only a listed one, and the role is the customer of the session.',
  proofs: [
    {
      rule: 'a sign-in is completed in a listed role only',
      test: { file: test, name: 'refuses %s, and the person may choose again' },
      disable: {
        file: `${roles}/roles.ts`,
        find: 'const role = isOffered ? await findOwnRole(deps, { sandboxId, customerId: roleId }, person) : undefined;',
        replace: 'const role = (await deps.bank.findCustomer({ sandboxId, customerId: roleId })) ?? { customerId: `${person}${roleId}` };',
      },
    },
    {
      rule: 'nothing is completed before a person with several roles has chosen one',
      test: { file: test, name: 'offers the private role and then the company, and completes nothing until one is chosen' },
      disable: {
        file: `${roles}/roles.ts`,
        find: 'if (roleId === undefined) return toChoices(roles);',
        replace: 'if (roleId === undefined) return { customerId };',
      },
    },
    {
      rule: 'a visit changes to a listed role only',
      test: { file: test, name: 'is not changed to %s' },
      disable: {
        file: `${roles}/change-role.ts`,
        find: 'const role = isOffered ? await findOwnRole({ platform, bank }, { sandboxId, customerId: roleId }, person) : undefined;',
        replace: 'const role = isOffered || person !== undefined ? await bank.findCustomer({ sandboxId, customerId: roleId }) : undefined;',
      },
    },
    {
      rule: 'another role is another session',
      test: { file: test, name: 'is replaced by another one with a new session; the former cookie opens nothing' },
      disable: {
        file: `${roles}/change-role.ts`,
        find: 'if (present === undefined || !(await endBankSession(context.tx, present))) throw visitorUnknown();',
        replace: 'if (present === undefined) throw visitorUnknown();',
      },
    },
    {
      rule: 'the sign-in confirms no consent of a role that the person takes later',
      test: {
        file: 'apps/server/test/journeys/sign-in-confirms.test.ts',
        name: 'needs another challenge in every role that the person takes after the sign-in',
      },
      disable: {
        file: 'apps/server/src/modules/sign-in/bank-session-store.ts',
        find: 'appId: row.is_first ? (row.app_id ?? undefined) : undefined,',
        replace: 'appId: row.app_id ?? undefined,',
      },
    },
  ],
};
