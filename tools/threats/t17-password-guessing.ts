import type { Threat } from './threat.ts';

export const T17: Threat = {
  id: 'T17',
  title: 'Trying passwords, or locking the owner out by trying them',
  defence: 'Ten checks of an account in a quarter of an hour, from wherever; a browser in which the owner signed in before has its own.',
  proofs: [
    {
      rule: 'ten checks, not eleven',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'gets ten checks in 15 minutes from all IP addresses; the owner can sign in from a known browser',
      },
      disable: {
        file: 'apps/server/src/modules/developers/allowances.ts',
        find: 'const CHECKS_PER_ACCOUNT = 10;',
        replace: 'const CHECKS_PER_ACCOUNT = 11;',
      },
    },
    {
      rule: 'the owner is not locked out of a known browser',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'gets ten checks in 15 minutes from all IP addresses; the owner can sign in from a known browser',
      },
      disable: {
        file: 'apps/server/src/modules/developers/allowances.ts',
        find: 'const whose = knownDeviceHash === undefined ? account : ',
        replace: "const whose = knownDeviceHash !== '' ? account : ",
      },
    },
    {
      rule: 'a browser is known to its own account only',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'is not in a known browser with an invented cookie or that of another account',
      },
      disable: {
        file: 'apps/server/src/modules/developers/developer-store.ts',
        find: "    .where('device_hash', '=', deviceHash)\n    .where('email', '=', email)\n",
        replace: "    .where('device_hash', '=', deviceHash)\n    .where('email', '<>', email)\n",
      },
    },
    {
      rule: 'an open session does not delete the account without the password',
      test: { file: 'apps/server/src/modules/developers/developer-session.test.ts', name: 'is refused with %s, and changes nothing' },
      disable: {
        file: 'apps/server/src/modules/developers/check-present-password.ts',
        find: 'if (password === undefined || !(await passwords.verify(passwordHash, password))) {',
        replace: 'if (password === passwordHash) {',
      },
    },
    {
      rule: 'an open session does not delete the application without the password',
      test: { file: 'apps/server/test/threats/cross-site.test.ts', name: 'does not delete an application before the password was given' },
      disable: {
        file: 'apps/server/src/modules/onboarding/routes.ts',
        find: 'await requirePassword(request)',
        replace: 'await requireOwner(request)',
      },
    },
    {
      rule: 'the password counts for five minutes of one session',
      test: {
        file: 'apps/server/src/modules/developers/developer-session.test.ts',
        name: 'is allowed after the right password only, in this session only',
      },
      disable: {
        file: 'apps/server/src/modules/developers/check-present-password.ts',
        find: '  if (await isPasswordGiven(db, config, sessionHash)) return;\n',
        replace: '  if (sessionHash.length > 0) return;\n',
      },
    },
    {
      rule: 'an open session does not try passwords without a limit',
      test: {
        file: 'apps/server/src/modules/developers/developer-session.test.ts',
        name: 'is not reached by guessing: ten wrong passwords use up the attempts',
      },
      disable: {
        file: 'apps/server/src/modules/developers/check-present-password.ts',
        find: '  await requirePasswordCheck(db, config, email, caller);\n',
        replace: '',
      },
    },
  ],
};
