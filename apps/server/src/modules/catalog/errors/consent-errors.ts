/** Refusals of consents, by operation. */
import type { ErrorRow } from '../operation.ts';
import {
  ACCEPT_ERROR,
  AUTHORISATION_BODY_ERRORS,
  AUTHORISATION_HEADER_ERRORS,
  BODY_ERRORS,
  DECOUPLED_PREFERENCE_ERROR,
  EXPLICIT_START_ERROR,
  INITIATION_HEADER_ERRORS,
  NEEDLESS_BODY_ERRORS,
  NOTIFICATION_HEADER_ERRORS,
  REQUEST_ID_ERROR,
  REQUEST_ID_REUSED,
  SERVICE_ERRORS,
  TOKEN_ERRORS,
} from './common-errors.ts';

const EVERY: readonly ErrorRow[] = [...TOKEN_ERRORS, REQUEST_ID_ERROR, ACCEPT_ERROR, ...SERVICE_ERRORS];

const OWN: readonly ErrorRow[] = [
  ...EVERY,
  { status: 403, code: 'CONSENT_UNKNOWN', when: 'there is no such consent of this application for this customer' },
];

export const CONSENT_ERRORS = {
  createConsent: [
    ...EVERY,
    ...INITIATION_HEADER_ERRORS,
    DECOUPLED_PREFERENCE_ERROR,
    ...BODY_ERRORS,
    REQUEST_ID_REUSED,
    EXPLICIT_START_ERROR,
    ...NOTIFICATION_HEADER_ERRORS,
    { status: 400, code: 'PARAMETER_NOT_CONSISTENT', when: 'forms of access are mixed, or a one-off consent asks for more than one reading' },
    {
      status: 400,
      code: 'PARAMETER_NOT_SUPPORTED',
      when: 'additionalInformation or restrictedTo is asked for, or an account is named by other fields than iban and currency',
    },
    { status: 400, code: 'SESSIONS_NOT_SUPPORTED', when: 'combinedServiceIndicator is true' },
    { status: 400, code: 'RESOURCE_UNKNOWN', when: 'an IBAN is no account of this customer' },
    { status: 400, code: 'PERIOD_INVALID', when: 'validUntil is over' },
  ],
  getConsentInformation: OWN,
  getConsentStatus: OWN,
  deleteConsent: [...OWN, ...NEEDLESS_BODY_ERRORS],
  startConsentAuthorisation: [
    ...OWN,
    ...AUTHORISATION_HEADER_ERRORS,
    ...NOTIFICATION_HEADER_ERRORS,
    ...AUTHORISATION_BODY_ERRORS,
    REQUEST_ID_REUSED,
    { status: 403, code: 'CONSENT_EXPIRED', when: 'the consent has expired' },
    { status: 409, code: 'STATUS_INVALID', when: 'the consent has an authorisation, or takes none any more' },
  ],
  getConsentAuthorisation: OWN,
  getConsentScaStatus: [...OWN, { status: 404, code: 'RESOURCE_UNKNOWN', when: 'the consent has no such authorisation' }],
} as const satisfies Readonly<Record<string, readonly ErrorRow[]>>;
