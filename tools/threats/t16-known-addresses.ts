import type { Threat } from './threat.ts';

export const T16: Threat = {
  id: 'T16',
  title: 'Finding out which addresses have an account',
  defence: 'Known and unknown addresses get the same answers, rows, mails and hashes, in every call and by every limit.',
  proofs: [
    {
      rule: 'an unknown address costs a hash too',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'gets the same text for an unknown address, a wrong password, an account without a password and an invalid address',
      },
      disable: {
        file: 'apps/server/src/modules/developers/sign-in.ts',
        find: 'const match = await passwords.match(candidate?.passwordHash, password);',
        replace: "const match = candidate === undefined ? 'no' : await passwords.match(candidate.passwordHash, password);",
      },
    },
    {
      rule: 'an account without password reads the same text',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'gets the same text for an unknown address, a wrong password, an account without a password and an invalid address',
      },
      disable: {
        file: 'apps/server/src/modules/developers/sign-in.ts',
        find: '    throw credentialsWrong();\n  }',
        replace: "    throw candidate === undefined ? new UiRefusal(401, 'CREDENTIALS_WRONG', 'Incorrect username!') : credentialsWrong();\n  }",
      },
    },
    {
      rule: 'a known address gets a mail like an unknown one',
      test: {
        file: 'apps/server/src/modules/developers/sign-in.test.ts',
        name: 'gets the same response on %s at the same cost for known and unknown addresses',
      },
      disable: {
        file: 'apps/server/src/modules/developers/sign-up.ts',
        find: '    await mail.enqueue(context, {',
        replace: '    if (!isKnown) await mail.enqueue(context, {',
      },
    },
    {
      rule: 'an unknown address has a code to be wrong about',
      test: { file: 'apps/server/src/modules/developers/sign-in.test.ts', name: 'gets the same response to a wrong code after requesting one' },
      disable: {
        file: 'apps/server/src/modules/developers/reset-password.ts',
        find: '    await writeResetCode(',
        replace: '    if (isKnown) await writeResetCode(',
      },
    },
    {
      rule: 'limits do not ask whether an address is known',
      test: { file: 'apps/server/src/modules/developers/sign-in.test.ts', name: 'reaches the limits after the same number of attempts' },
      disable: {
        file: 'apps/server/src/modules/developers/sign-in.ts',
        find: 'await requirePasswordCheck(',
        replace: 'if ((await findSignInCandidate(platform.db, email ?? typed)) !== undefined) await requirePasswordCheck(',
      },
    },
  ],
};
