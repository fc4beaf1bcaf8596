/** Which cookies of the identity service a sibling domain can plant. */
import { expect, it } from 'vitest';
import { createIdentityCookies } from './identity-cookies.ts';

it('a cookie that makes an account or signs in belongs to its host alone, and no sibling domain can plant it', () => {
  const cookies = createIdentityCookies({ publicUrl: 'https://portal.example' });
  const names: string[] = [];
  const reply = { sent: false, server: { serializeCookie: (name: string) => name }, header: (_header: string, text: string) => names.push(text) };
  for (const name of ['session', 'signUp', 'social'] as const) cookies[name].write(reply as never, 'A'.repeat(43));
  expect(names).toEqual(['__Host-portico-dev', '__Host-portico-sign-up', '__Host-portico-social']);
});
