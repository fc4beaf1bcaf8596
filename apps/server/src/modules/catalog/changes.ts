/**
 * What changed in the API and what will, with dates. Where callers have to do something it is made known at least three months
 * ahead (RTS Art. 30(4)); `checkChanges` (`change-rules.ts`) holds every row to it. A correction takes effect at once: the API contradicted the standard or its own
 * documentation, or a weakness had to be closed.
 */
import type { ApiChange } from '@portico/contract';
import { CHANGES_UNTIL_25_NOVEMBER_2026 } from './changes-until-25-november-2026.ts';
import { CHANGES_UNTIL_28_NOVEMBER_2026 } from './changes-until-28-november-2026.ts';

/** Newest first. */
export const API_CHANGES: readonly ApiChange[] = [
  {
    id: 'payee-verifications',
    kind: 'added',
    apiId: 'payee-verifications',
    operationIds: ['verifyPayee'],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Verification of the payee',
    text: 'POST /v1/payee-verifications (NextGenPSD2 1.3.16) compares a name with the holder of an IBAN before a payment is created: MTCH, CMTC with the holder’s name, NMTC or NOAP. It needs the role PSP_PI. For one IBAN three different names are verified a day, and for one customer 100 payees, for a company 5000; then comes 429 ACCESS_EXCEEDED. Nothing changes in payments.',
  },
  {
    id: 'changes-of-registrations',
    kind: 'added',
    apiId: 'oauth2',
    operationIds: ['token'],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Changes of registrations',
    text: 'POST /v2/register with other values asks for a change of the registered application; before, it was refused with invalid_client_metadata. 202 says that the change waits for the bank, in requested_change; the present values stay in force. 200 says that the values that were sent are in force.',
  },
  {
    id: 'checked-calls-of-the-sandbox',
    kind: 'corrected',
    apiId: 'sandbox',
    operationIds: ['getTestAccountList', 'getClientPayload', 'deleteClientPayload', 'resetSandbox'],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Roles and signatures at the calls of the sandbox',
    text: 'getTestAccountList needs the role PSP_AI, and the calls of the sandbox need the signature of an application that signs its calls; before, neither was checked. The token of the Tokens page still works without a certificate, a signature and a role there, because pages of the portal call with it.',
  },
  {
    id: 'described-pushed-requests',
    kind: 'added',
    apiId: 'oauth2',
    operationIds: ['par'],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Pushed authorization requests',
    text: 'The documents describe par, which keeps an authorization request of version 2 (RFC 9126), and the parameter request_uri of auth. They name the address for mutual TLS among the servers, and client_assertion beside the client secret. The calls exist since the security profiles; nothing changes in them.',
  },
  {
    id: 'certificates-at-the-fallback',
    kind: 'corrected',
    apiId: 'fallback-login',
    operationIds: ['startFallbackSignIn'],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Certificates at the fallback interface',
    text: 'An application of the profile mtls or fapi2 identifies itself with its QWAC at the address for mutual TLS, and sends its client id by HTTP Basic with an empty secret. Its client secret is refused with CREDENTIALS_WRONG; before, it was accepted with every profile. Certificates are refused with CERTIFICATE_MISSING, CERTIFICATE_INVALID, CERTIFICATE_EXPIRED, CERTIFICATE_REVOKE, CERTIFICATE_BLOCKED or 403 ROLE_INVALID. Applications of the profile basic go on as before. This holds for every operation of the fallback interface.',
  },
  {
    id: 'registration',
    kind: 'added',
    apiId: 'oauth2',
    operationIds: ['token'],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Registration with a certificate',
    text: 'Where the bank offers it, POST /v2/register at the address for mutual TLS registers an application with a QWAC (RFC 7591). The discovery document of version 2 then has registration_endpoint. Client id, registered name, authorisation number and roles come from the certificate.',
  },
  {
    id: 'sandbox-management-described',
    kind: 'added',
    apiId: 'sandbox-management',
    operationIds: [],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Management of the sandbox',
    text: 'The calls with which a developer, or a program, prepares a sandbox are described: applications, test customers and their tokens, accounts, scenarios, the test clock, export, import and seeds. They take the developer’s session, exist in the sandbox only, and are as they were.',
  },
  {
    id: 'certificates-of-applications',
    kind: 'added',
    apiId: 'payments',
    operationIds: ['initiatePayment'],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Certificates of applications',
    text: 'An application of the profile mtls calls the address for mutual TLS with its QWAC; its tokens work with this certificate only. Refusals have the codes CERTIFICATE_MISSING, CERTIFICATE_INVALID, CERTIFICATE_EXPIRED, CERTIFICATE_REVOKE, CERTIFICATE_BLOCKED and ROLE_INVALID. The sandbox issues test certificates. Applications of the profile basic go on as before. This holds for every section.',
  },
  {
    id: 'signed-requests',
    kind: 'added',
    apiId: 'payments',
    operationIds: ['initiatePayment'],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Signed requests',
    text: 'An application can require that its calls are signed with a QSealC, by the headers Digest, Signature and TPP-Signature-Certificate. Calls without a valid signature are then refused with SIGNATURE_MISSING or SIGNATURE_INVALID. This is off until the developer switches it on, and holds for every section.',
  },
  {
    id: 'security-profiles',
    kind: 'added',
    apiId: 'oauth2',
    operationIds: ['getAccessToken', 'token'],
    announced: '2026-11-29',
    effective: '2026-11-29',
    title: 'Security profiles',
    text: 'Applications of the profile mtls authenticate at the token endpoint with their certificate (tls_client_auth) instead of the secret. Version 2 also has the profile fapi2, the FAPI 2.0 Security Profile: pushed authorization requests, private_key_jwt or tls_client_auth, and tokens bound to the certificate or by DPoP. Applications of the profile basic go on as before.',
  },
  ...CHANGES_UNTIL_28_NOVEMBER_2026,
  ...CHANGES_UNTIL_25_NOVEMBER_2026,
];
