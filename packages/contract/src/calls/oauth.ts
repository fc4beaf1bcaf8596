/**
 * The customers' authorization servers, versions 1 and 2: OpenID Connect and RFC 6749. A library parses the requests and writes the responses; these
 * schemas document them.
 */
import { type TProperties, Type } from 'typebox';
import { literals } from '../entities/common.ts';
import { BANK_COUNTRIES, LOCALES } from '../enumerations.ts';

/** Unknown members are ignored, as RFC 6749 §3 requires. */
const open = <Properties extends TProperties>(properties: Properties) => Type.Object(properties);

const realm = Type.Optional(Type.Literal('psd2', { description: 'There is one realm; naming it is optional.' }));

export const AuthorizationQuery = open({
  client_id: Type.String({ description: 'The application’s id.' }),
  redirect_uri: Type.String({ description: 'One of the application’s redirect URIs, character by character.' }),
  response_type: Type.Literal('code', { description: 'The only response type.' }),
  scope: Type.String({ description: '`openid`; `offline_access` is understood and not needed.' }),
  state: Type.Optional(Type.String({ description: 'Comes back unchanged. Refuse an answer with another value.' })),
  nonce: Type.Optional(Type.String({ description: 'Comes back inside the ID token.' })),
  code_challenge: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'SHA-256 of the code verifier, base64url without padding (RFC 7636). Once sent, it is enforced.',
    }),
  ),
  code_challenge_method: Type.Optional(Type.Literal('S256', { description: 'Sent together with `code_challenge`.' })),
  bank_country: Type.Optional(literals(BANK_COUNTRIES, 'Where the customer banks; default `ee`.')),
  locale: Type.Optional(literals(LOCALES, 'Language of the bank’s pages; default `en`.')),
  fpgurl: Type.Optional(Type.String({ description: 'Where the way back of the bank’s page leads; its origin is that of a redirect URI.' })),
  bypass: Type.Optional(Type.Literal('true', { description: 'Sandbox only: signs the current test customer in without a page.' })),
  realm,
});

/** The client's id and secret, in the body or in `Authorization: Basic`. */
const client = {
  client_id: Type.Optional(Type.String({ description: 'The application’s id; here, or as the user of HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'The application’s secret; here, or as the password of HTTP Basic.' })),
};

export const TokenRequest = open({
  ...client,
  grant_type: literals(['authorization_code', 'refresh_token'], 'What is exchanged.'),
  code: Type.Optional(Type.String({ description: 'With `authorization_code`: the code that the customer’s browser brought.' })),
  redirect_uri: Type.Optional(Type.String({ description: 'With `authorization_code`: the one that the code was sent to.' })),
  code_verifier: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9._~-]{43,128}$', description: 'With `authorization_code`, when a challenge was sent: what it was made of.' }),
  ),
  refresh_token: Type.Optional(Type.String({ description: 'With `refresh_token`: the newest one.' })),
});

export const TokenRequestVersion1 = open({ ...TokenRequest.properties, realm });

/** RFC 6749 §5.1, OpenID Connect Core §3.1.3.3. */
export const TokenAnswer = open({
  access_token: Type.String({ description: 'Stands for this customer and this application together.' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ minimum: 1, description: 'Seconds of real time until the access token has run out.' }),
  refresh_token: Type.String({ description: 'Works once: store it before the access token is used.' }),
  id_token: Type.String({ description: 'Signed; check issuer, audience and nonce.' }),
  scope: Type.String(),
});

/** RFC 7009 §2.1. */
export const RevocationRequest = open({
  ...client,
  token: Type.String({ description: 'An access or refresh token.' }),
  token_type_hint: Type.Optional(Type.String({ description: 'Understood and not needed.' })),
});
