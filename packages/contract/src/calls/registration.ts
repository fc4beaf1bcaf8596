/** `POST /v2/register`: registration of an application by its provider (RFC 7591). The module `registration` reads and writes these bodies; the schemas document them. */
import { type TProperties, Type } from 'typebox';
import { literals } from '../entities/common.ts';
import { PROVIDER_ROLES } from '../enumerations.ts';
import { CLIENT_NAME_LENGTH_MAX, CONTACTS_MAX, REDIRECT_URI_LENGTH_MAX, REDIRECT_URIS_MAX } from '../sandbox-values.ts';

/** Unknown members are ignored, as RFC 7591 §2 requires. */
const open = <Properties extends TProperties>(properties: Properties) => Type.Object(properties);

const METHODS = ['tls_client_auth', 'private_key_jwt'] as const;

const clientName = Type.String({ minLength: 1, maxLength: CLIENT_NAME_LENGTH_MAX, description: 'The application’s name on the bank’s pages.' });
const redirectUris = Type.Array(Type.String({ minLength: 1, maxLength: REDIRECT_URI_LENGTH_MAX }), {
  minItems: 1,
  maxItems: REDIRECT_URIS_MAX,
  description: 'Addresses with https, which the bank compares character by character.',
});
const contacts = Type.Array(Type.String(), { maxItems: CONTACTS_MAX, description: 'E-mail addresses.' });
const grantTypes = Type.Array(literals(['authorization_code', 'refresh_token']), { description: 'Default: both.' });
const responseTypes = Type.Array(Type.Literal('code'), { description: 'Default: `code`.' });
const jwks = open({
  keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: 'Public keys (RFC 7517): RSA of 2048 to 4096 bits, P-256 or Ed25519. Of several keys each has a `kid`.',
  }),
});

/** RFC 7591 §2. */
export const RegistrationRequest = open({
  client_name: clientName,
  redirect_uris: redirectUris,
  contacts: Type.Optional(contacts),
  token_endpoint_auth_method: Type.Optional(literals(METHODS, 'Default: `tls_client_auth`.')),
  jwks: Type.Optional(jwks),
  grant_types: Type.Optional(grantTypes),
  response_types: Type.Optional(responseTypes),
  scope: Type.Optional(Type.String({ description: '`openid`, `offline_access` or both, with a space between them. Default: both.' })),
  require_pushed_authorization_requests: Type.Optional(
    Type.Boolean({ description: '`true`: the profile fapi2. Always `true` with `private_key_jwt`; otherwise the default is `false`.' }),
  ),
  tls_client_certificate_bound_access_tokens: Type.Optional(Type.Boolean({ description: 'Default: `true`, unless DPoP binds the tokens.' })),
  dpop_bound_access_tokens: Type.Optional(Type.Boolean({ description: 'Sandbox only, with `private_key_jwt`. Default: `false`.' })),
});

const RequestedChange = Type.Object(
  {
    change_id: Type.String({ description: 'The same change has the same id in every response.' }),
    requested_at: Type.Integer({ description: 'Seconds since 1970-01-01 UTC.' }),
    client_name: Type.Optional(clientName),
    redirect_uris: Type.Optional(redirectUris),
    contacts: Type.Optional(contacts),
    jwks: Type.Optional(jwks),
  },
  { description: 'The values that wait for the bank, as far as they differ from those in force.' },
);

/** RFC 7591 §3.2.1: the values in force. */
export const RegistrationAnswer = open({
  client_id: Type.String({ description: 'The provider’s `organizationIdentifier` in its certificate.' }),
  client_id_issued_at: Type.Optional(Type.Integer({ description: 'With 201: seconds since 1970-01-01 UTC.' })),
  client_name: clientName,
  redirect_uris: redirectUris,
  contacts: Type.Optional(contacts),
  token_endpoint_auth_method: literals(METHODS),
  jwks: Type.Optional(jwks),
  grant_types: grantTypes,
  response_types: responseTypes,
  scope: Type.String(),
  require_pushed_authorization_requests: Type.Boolean({ description: '`true`: the profile fapi2; `false`: the profile mtls.' }),
  tls_client_certificate_bound_access_tokens: Type.Boolean(),
  dpop_bound_access_tokens: Type.Boolean(),
  registration_status: literals(
    ['active', 'waiting', 'suspended'],
    '`active`: the application may call. `waiting`: the bank examines the name in the certificate first. `suspended`: the bank has stopped the application.',
  ),
  requested_change: Type.Optional(RequestedChange),
  registered_name: Type.Optional(
    Type.String({ description: 'The name that customers read: subject O of the certificate. Absent while the bank examines it.' }),
  ),
  authorisation_number: Type.Optional(Type.String({ description: 'Absent while the bank examines the name.' })),
  roles: Type.Optional(
    Type.Array(literals(PROVIDER_ROLES), { description: 'The services that the application may call. Absent while the bank examines the name.' }),
  ),
});
