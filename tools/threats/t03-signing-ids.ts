import type { Threat } from './threat.ts';

const test = 'apps/server/test/threats/signing-ids.test.ts';
const loader = 'apps/server/src/modules/signing/entry/authority.ts';
const entering = 'apps/server/src/modules/signing/entry/exchange-entry.ts';

export const T3: Threat = {
  id: 'T3',
  title: 'A signing id that is guessed, planted or taken over',
  defence: 'Ids, tickets and references are 256 random bits; an id works only with the bank cookie it was made for; unknown and foreign look alike.',
  proofs: [
    {
      rule: 'every id is 256 random bits',
      test: { file: test, name: 'never repeat, and no bit of them can be foretold' },
      disable: {
        file: 'apps/server/src/platform/random.ts',
        find: "secret: () => source(32).toString('base64url')",
        replace: "secret: () => Buffer.concat([Buffer.alloc(16), source(16)]).toString('base64url')",
      },
    },
    {
      rule: 'an id belongs to one bank session',
      test: { file: test, name: 'of another customer is answered as one that does not exist, byte for byte, on every call' },
      disable: { file: loader, find: 'session.bankSessionHash === bankSession.sessionHash &&', replace: '' },
    },
    {
      rule: 'a foreign id is answered as an unknown one',
      test: { file: test, name: 'of another customer is answered as one that does not exist, byte for byte, on every call' },
      disable: {
        file: loader,
        find: 'session?.bankSessionHash === undefined || session.bankSessionHash !== visitor.browserSessionHash',
        replace: 'session === undefined',
      },
    },
    {
      rule: 'the bank session alone opens no page when there are two',
      test: { file: test, name: 'without the cookie opens nothing, and the cookie without it neither when two pages are open' },
      disable: { file: entering, find: 'others.length === 0 ? only : undefined', replace: 'others.length >= 0 ? only : undefined' },
    },
    {
      rule: 'an id is made by the server, never taken from the browser',
      test: { file: test, name: 'that was put into the browser beforehand is not adopted' },
      disable: {
        file: entering,
        find: 'const admitted = await admit(deps, visitor, session, { kinds });\n  return giveSigningId(deps, visitor, admitted, entry);',
        replace:
          "const admitted = await admit(deps, visitor, session, { kinds });\n  const planted = String(request.headers['signing-id'] ?? deps.platform.random.secret());\n  const random = { ...deps.platform.random, secret: () => planted };\n  return giveSigningId({ ...deps, platform: { ...deps.platform, random } }, visitor, admitted, entry);",
      },
    },
    {
      rule: 'entering again ends the older id',
      test: { file: test, name: 'dies when the session is entered again' },
      disable: {
        file: 'apps/server/src/modules/signing/session/session-store.ts',
        find: 'isCurrent: row.version >= row.entry_version',
        replace: 'isCurrent: true',
      },
    },
    {
      rule: 'what the database holds of an id opens nothing',
      test: { file: test, name: 'cannot be guessed, not even from everything else that is known of the session' },
      disable: {
        file: loader,
        find: 'sha256Hex(signingId)',
        replace: '(signingId.length === 64 ? signingId : sha256Hex(signingId))',
      },
    },
    {
      rule: 'a ticket opens one page once',
      test: { file: test, name: 'opens one page once' },
      disable: {
        file: entering,
        find: '  if (entry.version <= session.entryVersion || entry.bankSessionHash !== bankSessionHash) return undefined;\n  return (await useEntryCode(tx, entry, signingIdHash)) ? entry.version : undefined;',
        replace: '  await useEntryCode(tx, entry, signingIdHash);\n  return entry.version;',
      },
    },
  ],
};
