import type { Threat } from './threat.ts';

const module = 'apps/server/src/modules/developers';
const test = `${module}/second-factor/second-factor.test.ts`;

export const T60: Threat = {
  id: 'T60',
  title: 'Entering a developer’s account with a stolen password or mailbox, or with a code that was seen, used or guessed',
  defence:
    'Every way into an account with a second factor asks for a code; each code works once, wrong ones are limited, and a browser without the code has no session.',
  proofs: [
    {
      rule: 'a sign-in with a second factor begins no session',
      test: { file: test, name: 'asks for a code: %s' },
      disable: {
        file: `${module}/second-factor/enter.ts`,
        find: 'if ((await findSecondFactor(tx, start.developerId)) === undefined) return',
        replace: "if (start.developerId !== '') return",
      },
    },
    {
      rule: 'a code is accepted once',
      test: { file: test, name: 'accepts a code once, and no earlier one after it' },
      disable: {
        file: `${module}/second-factor/use-code.ts`,
        find: 'if (step === undefined || step <= factor.lastStep) return false;',
        replace: 'if (step === undefined) return false;',
      },
    },
    {
      rule: 'the code that confirmed the set-up is used',
      test: { file: test, name: 'refuses the code that confirmed the set-up' },
      disable: {
        file: `${module}/second-factor/second-factor.ts`,
        find: 'insertSecondFactor(tx, developerId, sealed, step)',
        replace: 'insertSecondFactor(tx, developerId, sealed, 0)',
      },
    },
    {
      rule: 'one step of drift is accepted, two are not',
      test: { file: test, name: 'is refused with the code of a clock that is %i steps away' },
      disable: { file: `${module}/second-factor/totp.ts`, find: 'const DRIFT_STEPS = 1;', replace: 'const DRIFT_STEPS = 2;' },
    },
    {
      rule: 'a recovery code is accepted once',
      test: { file: test, name: 'accepts a recovery code once, sends a mail, and counts those that are left' },
      disable: {
        file: `${module}/second-factor/factor-store.ts`,
        find: '    delete from developer_recovery_code where developer_id = ${developerId} and code_digest = ${digest} returning 1`',
        replace: '    select 1 from developer_recovery_code where developer_id = ${developerId} and code_digest = ${digest}`',
      },
    },
    {
      rule: 'a set-up belongs to the session that began it',
      test: {
        file: test,
        name: 'is not confirmed by another session of the developer, after ten minutes, by the secret before the last one, or without a set-up',
      },
      disable: {
        file: `${module}/second-factor/factor-store.ts`,
        find: 'where session_hash = ${sessionHash} and expires_at > now()`.execute(tx);\n  return rows[0]?.secret_sealed;',
        replace: "where ${sessionHash}::text <> '' and expires_at > now()`.execute(tx);\n  return rows[0]?.secret_sealed;",
      },
    },
    {
      rule: 'wrong codes are limited',
      test: { file: test, name: 'are refused after ten, also with the right one; the owner enters in a known browser and gets a mail' },
      disable: { file: `${module}/allowances.ts`, find: 'const CODES_PER_QUARTER = 10;', replace: 'const CODES_PER_QUARTER = 1000;' },
    },
    {
      rule: 'wrong codes of a day are limited',
      test: { file: test, name: 'are refused after 30 in a day' },
      disable: { file: `${module}/allowances.ts`, find: 'const CODES_PER_DAY = 30;', replace: 'const CODES_PER_DAY = 3000;' },
    },
    {
      rule: 'a half sign-in ends with the password',
      test: { file: test, name: 'ends when the password is reset, and the reset does not switch the second factor off' },
      disable: {
        file: `${module}/session-store.ts`,
        find: '  await sql`delete from developer_device where developer_id = ${developerId}`.execute(tx);\n  await deleteHalfSignInsOf(tx, developerId);',
        replace: '  await sql`delete from developer_device where developer_id = ${developerId}`.execute(tx);',
      },
    },
    {
      rule: 'a half sign-in ends after ten minutes',
      test: { file: test, name: 'is refused %s, with the right code' },
      disable: {
        file: `${module}/second-factor/factor-store.ts`,
        find: 'where browser_hash = ${browserHash} and expires_at > now()`.execute(db);',
        replace: 'where browser_hash = ${browserHash}`.execute(db);',
      },
    },
    {
      rule: 'a password that is reset during its check begins nothing',
      test: { file: test, name: 'begins nothing when the password is reset while it is being checked' },
      disable: {
        file: `${module}/sign-in.ts`,
        find: 'if (!(await isPasswordStill(tx, developerId, passwordHash))) throw credentialsWrong();',
        replace: 'await isPasswordStill(tx, developerId, passwordHash);',
      },
    },
    {
      rule: 'the deletion of the account needs a code',
      test: { file: test, name: 'asks for a code: %s' },
      disable: { file: `${module}/routes.ts`, find: 'const isCodeNeeded = !hasGivenCode && (await', replace: 'const isCodeNeeded = false && (await' },
    },
    {
      rule: 'a secret counts for its own account',
      test: { file: test, name: 'keeps the secret sealed for its account, and no recovery code' },
      disable: {
        file: `${module}/second-factor/use-code.ts`,
        find: '`second factor:${developerId}`;',
        replace: '`second factor:${developerId.slice(0, 4)}`;',
      },
    },
  ],
};
