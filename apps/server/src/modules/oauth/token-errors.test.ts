import { describe, expect, it } from 'vitest';
import { explainTokenError, INVALID_GRANT } from './token-errors.ts';

const explained = (answer: unknown): unknown => JSON.parse(explainTokenError(JSON.stringify(answer)));

describe('a refused token call', () => {
  it.each([
    ['invalid_grant', 'The code or refresh token is unknown, expired, revoked or already used'],
    ['invalid_client', 'client_id is unknown, client_secret is wrong, or the bank has suspended the application or not admitted it yet'],
    ['unsupported_grant_type', 'grant_type must be authorization_code or refresh_token'],
  ])('%s says what to do, and the same for every cause', (error, text) => {
    expect(explained({ error, error_description: 'grant is expired', scope: 'openid' })).toEqual({
      error,
      error_description: expect.stringContaining(text),
      scope: 'openid',
    });
  });

  it('says the same where two came at once', () => expect(explained({ error: 'invalid_grant' })).toEqual(INVALID_GRANT));

  it.each([
    { error: 'server_error', error_description: 'as it was' },
    { error: 7 },
    { error: ['invalid_grant'] },
    { access_token: 'a' },
    null,
    'text',
  ])('%j stays as it is', (answer) => expect(explained(answer)).toEqual(answer));
});
