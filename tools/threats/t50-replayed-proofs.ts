import type { Threat } from './threat.ts';

const folder = 'apps/server/src/modules/oauth/security';
const proofs = `${folder}/dpop-proof.test.ts`;
const modules = 'apps/server/src/modules/oauth/fapi2';
const once = {
  file: `${folder}/proof-store.ts`,
  find: 'on conflict (proof_hash) do update set expires_at = excluded.expires_at where proof.expires_at <= now()',
  replace: 'on conflict (proof_hash) do update set expires_at = excluded.expires_at',
};

export const T50: Threat = {
  id: 'T50',
  title: 'A DPoP proof or a client assertion that is used again, or made ahead',
  defence:
    'A proof or assertion works once: one row in the database decides at the token endpoint and that of pushed requests, the memory of each server at the API. Times may be 60 seconds ahead.',
  proofs: [
    {
      rule: 'a client assertion works once',
      test: { file: `${modules}/authorization.test.ts`, name: 'works once, also when it comes 20 times at once' },
      disable: once,
    },
    {
      rule: 'a proof works once at the token endpoint',
      test: { file: `${modules}/token.test.ts`, name: 'DpopNegativeTests: a proof works once at the token endpoint and once at the API' },
      disable: once,
    },
    {
      rule: 'a proof works once at the API',
      test: { file: proofs, name: 'works once, and a second one of the same jti not' },
      disable: { file: `${folder}/dpop-proof.ts`, find: 'if (until.has(id)) return false;', replace: '' },
    },
    {
      rule: 'a proof is remembered for as long as its time is accepted',
      test: { file: proofs, name: 'is remembered for as long as its time is accepted' },
      disable: { file: `${folder}/dpop-proof.ts`, find: 'nowMs + 2 * IAT_SECONDS * 1000', replace: 'nowMs + IAT_SECONDS' },
    },
    {
      rule: 'a proof is for one address',
      test: { file: proofs, name: 'is not for %s' },
      disable: { file: `${folder}/dpop-proof.ts`, find: '!addresses.includes(withoutQuery(htu))', replace: "withoutQuery(htu) === ''" },
    },
    {
      rule: 'a proof of another time is refused at the token endpoint',
      test: { file: `${modules}/token.test.ts`, name: 'DpopNegativeTests at the token endpoint: %s' },
      disable: { file: `${folder}/replay-adapter.ts`, find: 'if (Math.abs(now - iat) > AHEAD_SECONDS)', replace: 'if (now < 0 && iat < 0)' },
    },
  ],
};
