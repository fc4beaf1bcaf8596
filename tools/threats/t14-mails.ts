import type { Threat } from './threat.ts';

export const T14: Threat = {
  id: 'T14',
  title: 'Flooding, bending or redirecting our mails',
  defence:
    'Mails are counted by address and by network in the database; an address is one plain ASCII address; links lead to the configured origin; the queue keeps what a mail server does not take.',
  proofs: [
    {
      rule: 'an address gets three mails an hour',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'triggers at most three an hour for one e-mail address, over all requests',
      },
      disable: {
        file: 'apps/server/src/modules/developers/allowances.ts',
        find: 'const MAILS_PER_ADDRESS = 3;',
        replace: 'const MAILS_PER_ADDRESS = 4;',
      },
    },
    {
      rule: 'a network causes ten mails an hour',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'triggers at most ten an hour from one network, over all e-mail addresses',
      },
      disable: { file: 'apps/server/src/modules/developers/allowances.ts', find: '`network:${name}`', replace: '`network:${ip}`' },
    },
    {
      rule: 'a sub-address is the same mailbox',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'triggers at most three an hour for one mailbox, over all its sub-addresses',
      },
      disable: { file: 'apps/server/src/modules/developers/allowances.ts', find: 'mailboxOf(email)', replace: 'email' },
    },
    {
      rule: 'several servers count together',
      test: { file: 'apps/server/src/modules/developers/sign-in.test.ts', name: 'gets ten checks among 40 simultaneous attempts' },
      disable: {
        file: 'apps/server/src/platform/allowances/allowance-store.ts',
        find: 'where coalesce(cardinality(${counting}), 0) < ${max}::integer',
        replace: 'where coalesce(cardinality(${counting}), 0) < 4 * ${max}::integer',
      },
    },
    {
      rule: 'an address holds no line end, list or look-alike',
      test: { file: 'apps/server/src/modules/developers/read-email.test.ts', name: '%j is refused' },
      disable: { file: 'apps/server/src/modules/developers/read-email.ts', find: '!/^[\\x21-\\x7e]+$/.test(email)', replace: "email === ''" },
    },
    {
      rule: 'what is no address is refused before anything is stored or sent',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: '%j is refused with EMAIL_INVALID, stores nothing and sends no mail',
      },
      disable: {
        file: 'apps/server/src/modules/developers/read-email.ts',
        find: '  if (email !== undefined) return email;',
        replace: "  if (given !== '') return email ?? given;",
      },
    },
    {
      rule: 'a link leads to the configured origin',
      test: { file: 'apps/server/src/modules/developers/sign-in.test.ts', name: 'cannot put another host into a link' },
      disable: {
        file: 'apps/server/src/modules/developers/routes.ts',
        find: 'await signUp(deps, request.body, ',
        replace:
          'await signUp({ ...deps, platform: { ...platform, config: { ...config, publicUrl: `http://${request.headers.host}` } } }, request.body, ',
      },
    },
    {
      rule: 'a mail waits for a mail server that is down',
      test: {
        file: 'apps/server/src/platform/mail/mail.test.ts',
        name: 'waits while the mail server is down, and is sent once when it is back',
      },
      disable: {
        file: 'apps/server/src/platform/mail/create-mail.ts',
        find: 'else if (failure !== undefined) throw',
        replace: 'else if (attempt < 1) throw',
      },
    },
    {
      rule: 'a mail of an older version leaves once, whoever sends',
      test: {
        file: 'apps/server/src/platform/mail/mail.test.ts',
        name: 'is not taken while a server of that version is sending it',
      },
      disable: {
        file: 'apps/server/src/platform/mail/mail-store.ts',
        find: 'delete from mail where next_try_at <= now() returning',
        replace: 'delete from mail returning',
      },
    },
    {
      rule: 'a sent mail leaves no copy in the database',
      test: {
        file: 'apps/server/src/platform/mail/mail.test.ts',
        name: 'leaves no row in the database when it was sent',
      },
      disable: {
        file: 'apps/server/src/platform/mail/create-mail.ts',
        find: 'isDeletedWhenDone: true',
        replace: 'isDeletedWhenDone: false',
      },
    },
  ],
};
