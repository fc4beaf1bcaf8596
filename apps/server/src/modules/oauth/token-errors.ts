/** Error texts of token requests for developers (RFC 6749 §5.2). All causes of `invalid_grant` share one text, so that it reveals nothing. */

const TEXTS: Readonly<Record<string, string>> = {
  invalid_grant:
    'The code or refresh token is unknown, expired, revoked or already used, or it was given for another application, redirect_uri or code_verifier, or another person represents the company now. Let the customer sign in again.',
  invalid_client:
    'client_id is unknown, client_secret is wrong, or the bank has suspended the application or not admitted it yet. Compare both with Application identity in the portal.',
  unsupported_grant_type: 'grant_type must be authorization_code or refresh_token.',
};

export const INVALID_GRANT = { error: 'invalid_grant', error_description: TEXTS.invalid_grant };

/** @param body JSON text of the library's response. @param clientRefusal why this client in particular is refused. */
export function explainTokenError(body: string, clientRefusal?: string): string {
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null || !('error' in parsed) || typeof parsed.error !== 'string') return body;
  const text = (parsed.error === 'invalid_client' ? clientRefusal : undefined) ?? TEXTS[parsed.error];
  return text === undefined ? body : JSON.stringify({ ...parsed, error_description: text });
}
