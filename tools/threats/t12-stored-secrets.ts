import type { Threat } from './threat.ts';

export const T12: Threat = {
  id: 'T12',
  title: 'Reading secrets out of the database or a copy of it',
  defence:
    'Passwords are Argon2id, tokens, codes and cookies are hashes, client secrets and mails are encrypted with a key that stands beside the data, in a file of its owner alone.',
  proofs: [
    {
      rule: 'a password costs 19 MiB and two passes to try',
      test: {
        file: 'apps/server/src/modules/developers/passwords.test.ts',
        name: 'is Argon2id with 19 MiB, two passes, one lane and a random salt',
      },
      disable: { file: 'apps/server/src/modules/developers/passwords.ts', find: 'memory: 19_456', replace: 'memory: 1_024' },
    },
    {
      rule: 'hashing is bounded',
      test: {
        file: 'apps/server/src/modules/developers/passwords.test.ts',
        name: 'is queued up to a limit, and further ones are refused with 503',
      },
      disable: { file: 'apps/server/src/modules/developers/passwords.ts', find: 'const RUNNING_MAX = 2;', replace: 'const RUNNING_MAX = 20;' },
    },
    {
      rule: 'a session is stored as a hash',
      test: { file: 'apps/server/src/modules/developers/stored-secrets.test.ts', name: 'the database holds none of them' },
      disable: {
        file: 'apps/server/src/modules/developers/begin-session.ts',
        find: 'sessionHash: sha256Hex(sessionSecret)',
        replace: 'sessionHash: sessionSecret',
      },
    },
    {
      rule: 'a link is stored as a hash',
      test: { file: 'apps/server/src/modules/developers/stored-secrets.test.ts', name: 'the database holds none of them' },
      disable: {
        file: 'apps/server/src/modules/developers/sign-up.ts',
        find: 'await insertSignUp(context.tx, sha256Hex(token), { email,',
        replace: 'await insertSignUp(context.tx, token, { email,',
      },
    },
    {
      rule: 'a code is stored as a keyed hash',
      test: { file: 'apps/server/src/modules/developers/stored-secrets.test.ts', name: 'the database holds none of them' },
      disable: {
        file: 'apps/server/src/modules/developers/reset-password.ts',
        find: 'await writeResetCode(context.tx, key, codeDigest(config, key, code));',
        replace: 'await writeResetCode(context.tx, key, code);',
      },
    },
    {
      rule: 'a mail waits encrypted',
      test: { file: 'apps/server/src/platform/mail/mail.test.ts', name: 'is stored encrypted, and decrypts in its own row only' },
      disable: {
        file: 'apps/server/src/platform/mail/create-mail.ts',
        find: 'const sealed = sealText(config.keys.secrets, random, `mail:${mailId}`, JSON.stringify({ to, subject, text, unsubscribeUrl }));',
        replace: 'const sealed = JSON.stringify({ to, subject, text });',
      },
    },
    {
      rule: 'a client secret is encrypted',
      test: { file: 'apps/server/src/modules/tpp-apps/tpp-apps.test.ts', name: 'keep no readable secret in the database' },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/create-tpp-apps.ts',
        find: 'await store.upsertApp(db, app, sealText(key, random, app.clientId, clientSecret));',
        replace: 'await store.upsertApp(db, app, clientSecret);',
      },
    },
    {
      rule: 'a sealed secret opens for the application that it was sealed for',
      test: {
        file: 'apps/server/src/modules/tpp-apps/tpp-apps.test.ts',
        name: 'refuse a replaced secret and one that was copied from another row',
      },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/create-tpp-apps.ts',
        find: 'const name = `${clientId} ${sealed}`;',
        replace: 'const name = sealed;',
      },
    },
    {
      rule: 'a replaced secret ends',
      test: {
        file: 'apps/server/test/journeys/developers-sandbox.test.ts',
        name: 'accepts the old and the new secret until the old one expires after a rotation',
      },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/tpp-app-store.ts',
        find: 'json_build_array(client_secret_sealed, case when previous_secret_until > now() then previous_secret_sealed end)',
        replace: 'json_build_array(client_secret_sealed, previous_secret_sealed)',
      },
    },
    {
      rule: 'a file with secrets is its owner’s alone',
      test: { file: 'apps/server/src/platform/secret-file.test.ts', name: 'is refused with mode %o, with the mode and the command' },
      disable: { file: 'apps/server/src/platform/load-config.ts', find: '  if (!isDevelopment) read.refuseOpenFiles();\n', replace: '' },
    },
    {
      rule: 'every folder above a file with secrets counts',
      test: {
        file: 'apps/server/src/platform/secret-file.test.ts',
        name: 'is refused below a folder where others may exchange the next one, also behind a link',
      },
      disable: {
        file: 'apps/server/src/platform/secret-file.ts',
        find: 'folders.find(isWritableByOthers)',
        replace: 'folders.slice(0, 1).find(isWritableByOthers)',
      },
    },
    {
      rule: 'a folder of a foreign group counts',
      test: { file: 'apps/server/src/platform/secret-file.test.ts', name: 'with mode %o and group %i lets others exchange what is in it' },
      disable: {
        file: 'apps/server/src/platform/secret-file.ts',
        find: '(mode & GROUP_WRITE) !== 0 && gid',
        replace: '(mode & GROUP_WRITE) < 0 && gid',
      },
    },
    {
      rule: 'the authorities that the server trusts are writable for its own user and root alone',
      test: { file: 'apps/server/src/platform/secret-file.test.ts', name: 'is refused with a file of mode %o' },
      disable: {
        file: 'apps/server/src/platform/secret-file.ts',
        find: 'if (isWritableByOthers(found.real)) {',
        replace: 'if (path === secret.purpose) {',
      },
    },
    {
      rule: 'the client key that a database address names counts',
      test: { file: 'apps/server/src/platform/secret-file.test.ts', name: 'is refused with mode %o, without the password of the address' },
      disable: {
        file: 'apps/server/src/platform/setting-reader.ts',
        find: "files.getAll('sslkey')",
        replace: "files.getAll('no-sslkey')",
      },
    },
    {
      rule: 'the file behind a link counts',
      test: { file: 'apps/server/src/platform/secret-file.test.ts', name: 'is refused behind a private link, too' },
      disable: {
        file: 'apps/server/src/platform/secret-file.ts',
        find: 'return { stats: statSync(path), real: realOf(path) };',
        replace: 'return realOf(path) === path ? { stats: statSync(path), real: path } : undefined;',
      },
    },
    {
      rule: 'a link of another user counts',
      test: { file: 'apps/server/src/platform/secret-file.test.ts', name: 'is refused through a link of another user, with the link' },
      disable: {
        file: 'apps/server/src/platform/secret-file.ts',
        find: 'links.find((each) => isOfAnotherUser(',
        replace: 'links.slice(1).find((each) => isOfAnotherUser(',
      },
    },
    {
      rule: 'the way to the folder of the embedded database counts',
      test: {
        file: 'apps/server/src/platform/secret-file.test.ts',
        name: 'of the embedded database is refused below a folder where others may exchange it, also before it exists',
      },
      disable: {
        file: 'apps/server/src/platform/secret-file.ts',
        find: "return opennessOfWay(path, { what: 'a folder', purpose });",
        replace: 'return undefined;',
      },
    },
    {
      rule: 'the folder of the embedded database is its owner’s alone',
      test: { file: 'apps/server/src/platform/secret-file.test.ts', name: 'of the embedded database is refused with mode %o' },
      disable: {
        file: 'apps/server/src/platform/load-config.ts',
        find: 'if (read.isGiven(name)) read.isPrivate(name, ',
        replace: 'if (read.isGiven(name)) read.isPrivate(name, undefined && ',
      },
    },
  ],
};
