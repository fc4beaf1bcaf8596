import type { Threat } from './threat.ts';

const folder = 'apps/server/src/modules/oauth';
const attacks = `${folder}/oauth-attacks.test.ts`;
const refreshes = `${folder}/refresh-tokens.test.ts`;
const provider = `${folder}/create-provider.ts`;
const account = `${folder}/find-account.ts`;
const replaced = 'apps/server/test/threats/replaced-after-the-sign-in.test.ts';

export const T10: Threat = {
  id: 'T10',
  title: 'A code or token that is intercepted, used twice, taken to another application or kept for ever',
  defence:
    'Redirect URIs are compared as text, codes live 60 seconds and are used once, PKCE cannot be taken away, a second use ends everything that came from the sign-in, which ends after 180 days in any case.',
  proofs: [
    {
      rule: 'only the browser that asked the device completes a sign-in',
      test: { file: 'apps/server/test/threats/asked-once.test.ts', name: 'leads the attacker nowhere (%s)' },
      disable: {
        file: 'apps/server/src/modules/sign-in/complete-sign-in.ts',
        find: 'if (!(await deps.sca.isAskedFrom(input.deviceKeyHash, challenge.challengeId))) throw',
        replace: "if (challenge.challengeId === '') throw",
      },
    },
    {
      rule: 'only the browser that signed in comes back with a code',
      test: {
        file: 'apps/server/test/threats/asked-once.test.ts',
        name: 'gives no code to the attacker, who kept the cookie of the way back (%s, %s)',
      },
      disable: {
        file: `${folder}/sign-in-result.ts`,
        find: 'result.deviceKeyHash === undefined || result.deviceKeyHash === deviceKeyHash',
        replace: "deviceKeyHash !== ''",
      },
    },
    {
      rule: 'an application that ends during its request is answered like an unknown one',
      test: { file: `${folder}/oauth-attacks.test.ts`, name: 'ends during its request: %s' },
      disable: {
        file: `${folder}/artifact-adapter.ts`,
        find: 'if (app === undefined) throw applicationGone();',
        replace: 'if (app === undefined) throw new Error(`A ${model} belongs to no application.`);',
      },
    },
    {
      rule: 'a completed sign-in gives a code for five minutes',
      test: {
        file: 'apps/server/test/threats/old-approvals.test.ts',
        name: 'gives no code to the application that the customer comes back to (%s)',
      },
      disable: { file: `${folder}/sign-in-result.ts`, find: 'APPROVAL_SECONDS * 1000', replace: 'APPROVAL_SECONDS * 10_000_000' },
    },
    {
      rule: 'a customer who was removed during the sign-in is led back without a code',
      test: { file: 'apps/server/test/threats/asked-once.test.ts', name: 'gets no code, and the application access_denied (%s, %s)' },
      disable: { file: account, find: 'if (ctx.oidc.result !== undefined) throw', replace: 'if (ctx.oidc.result === undefined) throw' },
    },
    {
      rule: 'what an application registers is plain',
      test: {
        file: 'apps/server/test/threats/redirect-uris.test.ts',
        name: 'is refused in every hostile spelling, alone and behind a good one, and nothing is stored',
      },
      disable: {
        file: 'apps/server/src/modules/tpp-apps/check-change.ts',
        find: 'if (!isRedirectUri(uri, rules)) throw',
        replace: "if (!isRedirectUri(uri, rules) && uri === '') throw",
      },
    },
    {
      rule: 'nothing that is registered is a pattern',
      test: {
        file: 'apps/server/test/threats/redirect-uris.test.ts',
        name: 'is refused in every hostile spelling, alone and behind a good one, and nothing is stored',
      },
      disable: { file: 'apps/server/src/modules/tpp-apps/return-url.ts', find: "return !url.includes('*') && ", replace: 'return ' },
    },
    {
      rule: 'a redirect URI is compared as text, its port too',
      test: { file: attacks, name: 'to another port of this machine than the registered one' },
      disable: { file: `${folder}/client-adapter.ts`, find: "application_type: 'web'", replace: "application_type: 'native'" },
    },
    {
      rule: 'fpgurl leads to a registered origin only',
      test: { file: attacks, name: 'back to an fpgurl that the application has not registered' },
      disable: { file: provider, find: 'if (!tppApps.isReturnUrl({ redirectUris }, value)) throw', replace: 'if (redirectUris.length < 0) throw' },
    },
    {
      rule: 'version 2 asks for a challenge or a nonce',
      test: { file: attacks, name: 'requires a code challenge or a nonce' },
      disable: {
        file: `${folder}/pkce.ts`,
        find: 'return isPublicClient || isFapi || (asksForPkce && !hasNonce);',
        replace: 'return isPublicClient || isFapi || (isPublicClient && asksForPkce && !hasNonce);',
      },
    },
    {
      rule: 'a code lives 60 seconds',
      test: { file: attacks, name: 'expires after 60 seconds' },
      disable: { file: provider, find: 'const CODE_SECONDS = 60;', replace: 'const CODE_SECONDS = 62;' },
    },
    {
      rule: 'a code goes with the redirect URI that it was sent to',
      test: { file: 'apps/server/test/threats/lost-addresses.test.ts', name: 'is not redeemed after %s' },
      disable: {
        file: `${folder}/artifact-adapter.ts`,
        find: 'if (!found.isConsumed && !goesToClient(',
        replace: 'if (found.secondsLeft < 0 && !goesToClient(',
      },
    },
    {
      rule: 'of two uses at the same moment one gets tokens',
      test: { file: attacks, name: 'used twice simultaneously gives tokens once, and they are revoked' },
      disable: {
        file: `${folder}/family-store.ts`,
        find: 'and oauth_artifact.consumed_at is null and seconds_left > 0',
        replace: 'and seconds_left > 0',
      },
    },
    {
      rule: 'the second use ends what the first one gave',
      test: { file: attacks, name: 'used ten times simultaneously gives tokens once, and they are revoked' },
      disable: {
        file: `${folder}/token-family.ts`,
        find: 'if (family !== undefined && !family.isExpired) await endLockedFamily(context, family);',
        replace: '',
      },
    },
    {
      rule: 'an expired code that was used still ends what it gave',
      test: { file: attacks, name: 'revokes its tokens also when it is used again after it has expired' },
      disable: {
        file: `${folder}/artifact-adapter.ts`,
        find: 'if (found.isConsumed && found.grantHash !== undefined) await end(found.grantHash);',
        replace: '',
      },
    },
    {
      rule: 'a code of one version is none to the other',
      test: { file: attacks, name: 'of one version is refused by the other, and stays valid' },
      disable: { file: provider, find: "isOfVersion(model) ? version.suffix : ''", replace: "isOfVersion(model) ? '' : ''" },
    },
    {
      rule: 'version 1 knows one realm',
      test: { file: attacks, name: 'refuses a token for another realm' },
      disable: { file: `${folder}/routes.ts`, find: ".getAll('realm').every(isKnownRealm)", replace: ".getAll('realm').length < 9" },
    },
    {
      rule: 'version 2 reads no secret from an address',
      test: { file: attacks, name: 'does not read secret or code from the query' },
      disable: { file: `${folder}/routes.ts`, find: 'if (version === VERSION_2) return body;', replace: '' },
    },
    {
      rule: 'a refresh token is used once',
      test: { file: refreshes, name: 'ends everything that came from its sign-in, and nothing else' },
      disable: { file: provider, find: "call.isKept = call.profile === 'mtls' || call.profile === 'fapi2';", replace: 'call.isKept = true;' },
    },
    {
      rule: 'the chain ends after 180 days',
      test: { file: refreshes, name: 'whenever it was last refreshed' },
      disable: { file: provider, find: 'const CHAIN_SECONDS = 180 *', replace: 'const CHAIN_SECONDS = 181 *' },
    },
    {
      rule: 'no token outlives the chain',
      test: { file: refreshes, name: 'to the minute, and the last access token ends with it' },
      disable: { file: provider, find: 'Math.floor(currentTokenCall().grant?.secondsLeft ?? 0)', replace: 'ACCESS_TOKEN_SECONDS' },
    },
    {
      rule: 'a suspended application refreshes nothing',
      test: { file: refreshes, name: 'while the application is suspended' },
      disable: { file: `${folder}/artifact-store.ts`, find: ".on('tpp_app.suspended_at', 'is', null)", replace: '' },
    },
    {
      rule: 'only its application revokes a token',
      test: { file: refreshes, name: 'but another application cannot revoke it' },
      disable: { file: provider, find: '(_ctx, client, token) => client.clientId === token.clientId', replace: '() => true' },
    },
    {
      rule: 'who ends a session shows a token that was given to him',
      test: { file: `${folder}/end-session.test.ts`, name: '%s' },
      disable: {
        file: `${folder}/end-session.ts`,
        find: 'await provider.IdToken.validate(hint, client).catch(',
        replace: "await Promise.resolve({ payload: JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString()) }).catch(",
      },
    },
    {
      rule: 'who is signed out goes to a registered address only',
      test: { file: `${folder}/end-session.test.ts`, name: '%s' },
      disable: { file: `${folder}/end-session.ts`, find: 'client.redirectUris?.includes(returnTo) !== true', replace: "returnTo === ''" },
    },
    {
      rule: 'a website signs out nobody but its own customer',
      test: { file: `${folder}/end-session.test.ts`, name: 'but not another customer who has signed in since' },
      disable: { file: `${folder}/end-session.ts`, find: 'session.customerId === owner.customerId && ', replace: '' },
    },
    {
      rule: 'a new key is published before it signs',
      test: {
        file: 'apps/server/test/processes/rotation.test.ts',
        name: 'in the order %i, %i, %i verify what each of them signs, after every single restart',
      },
      disable: {
        file: 'apps/server/src/platform/rotate-keys.ts',
        find: 'jwks: { keys: [...keys, ...fresh.jwks.keys] },',
        replace: 'jwks: { keys: [...fresh.jwks.keys, ...keys] },',
      },
    },
    {
      rule: 'a code goes to an address that is still registered',
      test: { file: 'apps/server/test/threats/second-attack.test.ts', name: 'while the customer is on the way back gets no code (%s)' },
      disable: {
        file: `${folder}/artifact-adapter.ts`,
        find: 'if (!goesToClient(payload, app)) {',
        replace: "if (payload.kind === '' && !goesToClient(payload, app)) {",
      },
    },
    {
      rule: 'a sign-in ends at an address that is still registered',
      test: { file: 'apps/server/test/threats/second-attack.test.ts', name: 'while the customer signs in gets no code and no refusal (%s)' },
      disable: {
        file: `${folder}/authorization-interactions.ts`,
        find: 'if (app !== undefined && !app',
        replace: "if (app?.clientId === '' && !app",
      },
    },
    {
      rule: 'a company’s code gives nothing once another person represents it',
      test: { file: replaced, name: 'returns no token for a code of the former representative' },
      disable: { file: account, find: ' && representative === undefined;', replace: ';' },
    },
    {
      rule: 'a company’s token is not refreshed once another person represents it',
      test: { file: replaced, name: 'refreshes no token of the former representative; the successor gets new ones' },
      disable: { file: account, find: 'if (!isBy(representative)) return undefined;', replace: '' },
    },
    {
      rule: 'the sign-in of a person who was replaced gives no code',
      test: { file: replaced, name: 'returns no code when the person is replaced during the redirect to the application' },
      disable: { file: account, find: 'if (!isBy(signedInBy)) throw new errors.AccessDenied(REPLACED);', replace: '' },
    },
  ],
};
