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

/** Version 2. */
export const AuthorizationQueryVersion2 = open({
  ...AuthorizationQuery.properties,
  request_uri: Type.Optional(
    Type.String({
      description: 'Of a pushed request (`par`). Send it with the same `client_id` within 60 seconds; parameters beside it do not count.',
    }),
  ),
});

/** The client's id and secret, in the body or in `Authorization: Basic`. */
const client = {
  client_id: Type.Optional(Type.String({ description: 'The application’s id; here, or as the user of HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'The application’s secret; here, or as the password of HTTP Basic.' })),
};

/** Version 2 also has `private_key_jwt` (RFC 7523 §2.2). */
const clientVersion2 = {
  ...client,
  client_assertion_type: Type.Optional(
    Type.Literal('urn:ietf:params:oauth:client-assertion-type:jwt-bearer', { description: 'Sent together with `client_assertion`.' }),
  ),
  client_assertion: Type.Optional(
    Type.String({ description: 'Profile fapi2 with keys: a new signed JWT for each request, in place of the secret.' }),
  ),
};

/** RFC 9126 §2.1. */
export const PushedRequest = open({
  ...clientVersion2,
  ...AuthorizationQuery.properties,
  client_id: clientVersion2.client_id,
  dpop_jkt: Type.Optional(Type.String({ description: 'Thumbprint of the DPoP key to which the code is bound; or send a proof in the header DPoP.' })),
});

/** RFC 9126 §2.2. */
export const PushedAnswer = open({
  request_uri: Type.String({ description: 'Send the customer to `auth` with this value and your `client_id`. It works once a customer signs in.' }),
  expires_in: Type.Integer({ minimum: 1, description: 'Seconds until it has run out.' }),
});

export const TokenRequest = open({
  ...clientVersion2,
  grant_type: literals(['authorization_code', 'refresh_token'], 'What is exchanged.'),
  code: Type.Optional(Type.String({ description: 'With `authorization_code`: the code that the customer’s browser brought.' })),
  redirect_uri: Type.Optional(Type.String({ description: 'With `authorization_code`: the one that the code was sent to.' })),
  code_verifier: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9._~-]{43,128}$', description: 'With `authorization_code`, when a challenge was sent: what it was made of.' }),
  ),
  refresh_token: Type.Optional(Type.String({ description: 'With `refresh_token`: the newest one.' })),
});

const { client_assertion: _assertion, client_assertion_type: _type, ...tokenVersion1 } = TokenRequest.properties;

export const TokenRequestVersion1 = open({ ...tokenVersion1, realm });

/** RFC 6749 §5.1, OpenID Connect Core §3.1.3.3. */
export const TokenAnswer = open({
  access_token: Type.String({ description: 'Stands for this customer and this application together.' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ minimum: 1, description: 'Seconds of real time until the access token has run out.' }),
  refresh_token: Type.String({ description: 'Of the profile basic it works once: store it before the access token is used. Others keep theirs.' }),
  id_token: Type.String({ description: 'Signed; check issuer, audience and nonce.' }),
  scope: Type.String(),
});

/** Version 2; RFC 9449 §5. */
export const TokenAnswerVersion2 = open({
  ...TokenAnswer.properties,
  token_type: literals(['Bearer', 'DPoP'], '`DPoP`: the request had a DPoP proof, and so has each call with the token.'),
});

const revoked = {
  token: Type.String({ description: 'An access or refresh token.' }),
  token_type_hint: Type.Optional(Type.String({ description: 'Understood and not needed.' })),
};

/** RFC 7009 §2.1. */
export const RevocationRequest = open({ ...clientVersion2, ...revoked });
export const RevocationRequestVersion1 = open({ ...client, ...revoked });
