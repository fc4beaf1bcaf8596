import { CONSENT_ERRORS } from '../errors/consent-errors.ts';
import type { Section } from '../operation.ts';

const HEADERS = ['X-Request-ID'] as const;
const INITIATION = [
  'X-Request-ID',
  'PSU-IP-Address',
  'TPP-Redirect-URI',
  'TPP-Nok-Redirect-URI?',
  'TPP-Redirect-Preferred?',
  'TPP-Brand-Logging-Information?',
] as const;
const DECOUPLED = ['TPP-Decoupled-Preferred?', 'PSU-ID?', 'PSU-ID-Type?'] as const;
const NOTIFIED = ['TPP-Notification-URI?', 'TPP-Notification-Content-Preferred?'] as const;
const CREATED = ['Location', 'ASPSP-SCA-Approach', 'ASPSP-Notification-Support', 'ASPSP-Notification-Content'] as const;

export const CONSENTS: Section = {
  apiId: 'consents',
  title: 'Consents',
  description:
    'A customer’s consent to access to accounts: asked for by the application, given at the bank, ended by either. A recurring consent lasts at most 180 days, and a newer one of the same application and customer replaces it.',
  operations: [
    {
      operationId: 'createConsent',
      method: 'POST',
      path: '/api/v1/consents',
      summary: 'Ask for a consent',
      description:
        'Name the accounts, leave the lists empty so that the customer chooses at the bank, or ask for all. Then redirect the customer to `_links.scaRedirect`, unchanged. With `ASPSP-SCA-Approach: DECOUPLED` there is no such link: the customer confirms on their device. The same `X-Request-ID` with the same body returns the first response again.',
      headers: [...INITIATION, 'TPP-Explicit-Authorisation-Preferred?', ...DECOUPLED, ...NOTIFIED],
      answers: [{ status: 201, description: 'The consent waits for its customer.', headers: CREATED }],
      errors: CONSENT_ERRORS.createConsent,
    },
    {
      operationId: 'getConsentInformation',
      method: 'GET',
      path: '/api/v1/consents/:consentId',
      summary: 'Read a consent',
      description: 'What was asked; from the signature on, what was granted.',
      headers: HEADERS,
      answers: [{ status: 200, description: 'The consent.' }],
      errors: CONSENT_ERRORS.getConsentInformation,
    },
    {
      operationId: 'getConsentStatus',
      method: 'GET',
      path: '/api/v1/consents/:consentId/status',
      summary: 'Read the status of a consent',
      description: 'Ask when the customer comes back: the return address alone says nothing.',
      headers: HEADERS,
      answers: [{ status: 200, description: 'The status.' }],
      errors: CONSENT_ERRORS.getConsentStatus,
    },
    {
      operationId: 'deleteConsent',
      method: 'DELETE',
      path: '/api/v1/consents/:consentId',
      summary: 'End a consent',
      description: 'The application needs it no longer. Repeating it does no harm.',
      headers: HEADERS,
      answers: [{ status: 204, description: 'The consent has ended.' }],
      errors: CONSENT_ERRORS.deleteConsent,
    },
    {
      operationId: 'startConsentAuthorisation',
      method: 'POST',
      path: '/api/v1/consents/:consentId/authorisations',
      summary: 'Start the authorisation of a consent',
      description: 'Only for a consent that was created with `TPP-Explicit-Authorisation-Preferred: true`, within 15 minutes.',
      headers: [...INITIATION.map((name) => (name === 'PSU-IP-Address' ? 'PSU-IP-Address?' : name)), ...DECOUPLED, ...NOTIFIED],
      answers: [{ status: 201, description: 'The authorisation waits for the customer.', headers: CREATED }],
      errors: CONSENT_ERRORS.startConsentAuthorisation,
    },
    {
      operationId: 'getConsentAuthorisation',
      method: 'GET',
      path: '/api/v1/consents/:consentId/authorisations',
      summary: 'List the authorisations of a consent',
      description: 'None or one.',
      headers: HEADERS,
      answers: [{ status: 200, description: 'Ids of the authorisations.' }],
      errors: CONSENT_ERRORS.getConsentAuthorisation,
    },
    {
      operationId: 'getConsentScaStatus',
      method: 'GET',
      path: '/api/v1/consents/:consentId/authorisations/:authorisationId',
      summary: 'Read the status of an authorisation',
      description: 'How far the customer has come.',
      headers: HEADERS,
      answers: [{ status: 200, description: 'The status.' }],
      errors: CONSENT_ERRORS.getConsentScaStatus,
    },
  ],
};
