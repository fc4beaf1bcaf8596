import type { Threat } from './threat.ts';

export const T15: Threat = {
  id: 'T15',
  title: 'Guessing a code or using one twice',
  defence: 'A code has eight digits, five tries, ten minutes and one browser; it is used once, and then every session ends.',
  proofs: [
    {
      rule: 'five tries, not six',
      test: {
        file: 'apps/server/src/modules/developers/reset-password.test.ts',
        name: 'is invalid after five wrong attempts: the sixth is refused even if correct',
      },
      disable: { file: 'packages/contract/src/identity-values.ts', find: 'RESET_CODE_TRIES_MAX = 5', replace: 'RESET_CODE_TRIES_MAX = 6' },
    },
    {
      rule: 'tries at once are counted one by one',
      test: { file: 'apps/server/src/modules/developers/reset-password.test.ts', name: 'allows five attempts among 30 simultaneous ones' },
      disable: {
        file: 'apps/server/src/modules/developers/reset-code-store.ts',
        find: 'tries < ${RESET_CODE_TRIES_MAX} and expires_at > now()\n    returning',
        replace: 'expires_at > now()\n    returning',
      },
    },
    {
      rule: 'a code works once',
      test: {
        file: 'apps/server/src/modules/developers/reset-password.test.ts',
        name: 'is accepted once, also when it is sent twice simultaneously',
      },
      disable: {
        file: 'apps/server/src/modules/developers/reset-password.ts',
        find: '    await deleteResetCodes(tx, key.addressDigest);\n',
        replace: '',
      },
    },
    {
      rule: 'a code lasts ten minutes',
      test: { file: 'apps/server/src/modules/developers/reset-password.test.ts', name: 'after %i seconds gets the status %i' },
      disable: { file: 'packages/contract/src/identity-values.ts', find: 'RESET_CODE_SECONDS = 10 * 60', replace: 'RESET_CODE_SECONDS = 11 * 60' },
    },
    {
      rule: 'a reset ends every session',
      test: {
        file: 'apps/server/src/modules/developers/reset-password.test.ts',
        name: 'with the correct code changes the password, ends every session, sends a mail and starts no session',
      },
      disable: { file: 'apps/server/src/modules/developers/reset-password.ts', find: '    await deleteSessionsOf(tx, changed);\n', replace: '' },
    },
    {
      rule: 'a reset is told by mail',
      test: {
        file: 'apps/server/src/modules/developers/reset-password.test.ts',
        name: 'with the correct code changes the password, ends every session, sends a mail and starts no session',
      },
      disable: {
        file: 'apps/server/src/modules/developers/reset-password.ts',
        find: '    await mail.enqueue(context, { to: email, ...passwordChangedMail(config) });\n',
        replace: '',
      },
    },
    {
      rule: 'the tries of one browser are not those of another',
      test: {
        file: 'apps/server/src/modules/developers/reset-password.test.ts',
        name: 'stays valid after a thousand attempts in another browser',
      },
      disable: {
        file: 'apps/server/src/modules/developers/reset-code-store.ts',
        find: '    update developer_reset_code set tries = tries + 1\n    where address_digest = ${addressDigest} and browser_hash = ${browserHash} and',
        replace:
          "    update developer_reset_code set tries = tries + 1\n    where address_digest = ${addressDigest} and ${browserHash}::text <> '' and",
      },
    },
    {
      rule: 'a verification link opens no stranger’s password in another browser',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'creates no account, and stays valid for the browser of the sign-up',
      },
      disable: {
        file: 'apps/server/src/modules/developers/sign-up.ts',
        find: 'if (browserHash === undefined || waiting.browserHash !== browserHash) {',
        replace: "if (browserHash === '') {",
      },
    },
    {
      rule: 'in another browser the link needs the password of the sign-up that sent it',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'requires the password of the sign-up that sent the link, not of a later one with the same address',
      },
      disable: {
        file: 'apps/server/src/modules/developers/sign-in.ts',
        find: 'passwordHash: opened.passwordHash }',
        replace: 'passwordHash: known?.passwordHash }',
      },
    },
  ],
};
