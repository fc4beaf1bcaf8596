import type { Threat } from './threat.ts';

export const T11: Threat = {
  id: 'T11',
  title: 'Signing in with an account elsewhere that is not the own one',
  defence:
    'An ID token counts only with signature, audience, issuer, nonce and times of this sign-in and a verified address, in the browser that began; accounts are known by issuer and subject, and whoever took an address without proving it loses.',
  proofs: [
    {
      rule: 'the token is signed by the provider',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: '(%s)' },
      disable: { file: 'apps/server/src/modules/developers/social/open-id-connect.ts', find: 'openid.enableNonRepudiationChecks,', replace: '' },
    },
    {
      rule: 'the token answers this sign-in',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: '(%s)' },
      disable: { file: 'apps/server/src/modules/developers/social/open-id-connect.ts', find: '        expectedNonce: nonce,\n', replace: '' },
    },
    {
      rule: 'the token is for this client',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: '(%s)' },
      disable: {
        file: 'apps/server/src/modules/developers/social/open-id-connect.ts',
        find: 'await discover(), client.clientId, ',
        replace: "await discover(), 'another-client', ",
      },
    },
    {
      rule: 'the token is of this issuer',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: '(%s)' },
      disable: {
        file: 'apps/server/src/modules/developers/social/open-id-connect.ts',
        find: 'new openid.Configuration(await discover(), ',
        replace: "new openid.Configuration({ ...(await discover()), issuer: 'https://accounts.evil.example' }, ",
      },
    },
    {
      rule: 'the token was issued to this client',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: '(%s)' },
      disable: {
        file: 'apps/server/src/modules/developers/social/open-id-connect.ts',
        find: 'claims.azp !== undefined && claims.azp !== client.clientId',
        replace: "claims.azp === ''",
      },
    },
    {
      rule: 'an address counts when it is verified there',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: 'when email_verified is %j' },
      disable: {
        file: 'apps/server/src/modules/developers/social/social-sign-in.ts',
        find: 'if (!identity.isEmailVerified || identity.email === undefined)',
        replace: 'if (identity.email === undefined)',
      },
    },
    {
      rule: 'the answer names the issuer that was asked',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: 'with %j' },
      disable: {
        file: 'apps/server/src/modules/developers/social/open-id-connect.ts',
        find: 'if (issuer !== undefined) answered',
        replace: "if (issuer === '') answered",
      },
    },
    {
      rule: 'who signed up before and proved nothing loses',
      test: {
        file: 'apps/server/src/modules/developers/social/google.test.ts',
        name: 'takes over the address of an unverified sign-up, whose password and links become invalid',
      },
      disable: { file: 'apps/server/src/modules/developers/social/social-sign-in.ts', find: '  await deleteSignUps(tx, email);\n', replace: '' },
    },
    {
      rule: 'a sign-in ends in the browser that began it',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: 'in another browser than that of the request' },
      disable: {
        file: 'apps/server/src/modules/developers/social/social-store.ts',
        find: 'where state_hash = ${stateHash} and browser_hash = ${browserHash} and provider',
        replace: 'where state_hash = ${stateHash} and browser_hash <> ${browserHash} and provider',
      },
    },
    {
      rule: 'a sign-in ends once',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: 'twice' },
      disable: {
        file: 'apps/server/src/modules/developers/social/social-store.ts',
        find: '    delete from developer_social_sign_in\n',
        replace: '    update developer_social_sign_in set provider = provider\n',
      },
    },
    {
      rule: 'a sign-in ends within ten minutes',
      test: { file: 'apps/server/src/modules/developers/social/google.test.ts', name: 'after ten minutes' },
      disable: {
        file: 'apps/server/src/modules/developers/social/social-store.ts',
        find: 'return row?.is_alive ? row.return_to : undefined;',
        replace: 'return row?.return_to;',
      },
    },
    {
      rule: 'an account is its issuer and subject, not its address',
      test: {
        file: 'apps/server/src/modules/developers/social/google.test.ts',
        name: 'does not link another subject with the same e-mail address to a linked account',
      },
      disable: {
        file: 'apps/server/src/modules/developers/social/social-store.ts',
        find: 'where issuer = ${issuer} and subject = ${subject}`.execute',
        replace: "where issuer = ${issuer} and ${subject} <> ''`.execute",
      },
    },
  ],
};
