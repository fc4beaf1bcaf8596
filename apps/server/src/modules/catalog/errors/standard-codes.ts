/** The codes of NextGenPSD2 1.3.x by status: of every service, then those that one service adds. */
export const STANDARD_CODES: Readonly<Record<number, readonly string[]>> = {
  200: ['FUNDS_NOT_AVAILABLE'],
  201: ['WARNING', 'BENEFICIARY_WHITELISTING_REQUIRED'],
  400: [
    ...['FORMAT_ERROR', 'PARAMETER_NOT_CONSISTENT', 'PARAMETER_NOT_SUPPORTED', 'SERVICE_INVALID', 'RESOURCE_UNKNOWN', 'RESOURCE_EXPIRED'],
    ...['RESOURCE_BLOCKED', 'TIMESTAMP_INVALID', 'PERIOD_INVALID', 'SCA_METHOD_UNKNOWN', 'SCA_INVALID', 'CONSENT_UNKNOWN'],
    ...['SESSIONS_NOT_SUPPORTED', 'PAYMENT_FAILED', 'EXECUTION_DATE_INVALID', 'CARD_INVALID', 'NO_PIIS_ACTIVATION', 'REFERENCE_MIX_INVALID'],
  ],
  401: [
    ...['CERTIFICATE_INVALID', 'CERTIFICATE_EXPIRED', 'CERTIFICATE_BLOCKED', 'CERTIFICATE_REVOKE', 'CERTIFICATE_MISSING', 'ROLE_INVALID'],
    ...['SIGNATURE_INVALID', 'SIGNATURE_MISSING', 'CORPORATE_ID_INVALID', 'PSU_CREDENTIALS_INVALID', 'CONSENT_INVALID', 'CONSENT_EXPIRED'],
    ...['TOKEN_UNKNOWN', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'REQUIRED_KID_MISSING'],
  ],
  403: ['CONSENT_UNKNOWN', 'SERVICE_BLOCKED', 'RESOURCE_UNKNOWN', 'RESOURCE_EXPIRED', 'PRODUCT_INVALID'],
  404: ['RESOURCE_UNKNOWN', 'PRODUCT_UNKNOWN'],
  405: ['SERVICE_INVALID', 'CANCELLATION_INVALID'],
  406: ['REQUESTED_FORMATS_INVALID'],
  409: ['STATUS_INVALID', 'REFERENCE_STATUS_INVALID'],
  429: ['ACCESS_EXCEEDED'],
};

/** Ours where the standard gives a status and no code for the case, or no such status. */
export const OWN_CODES: readonly (readonly [status: number, code: string, why: string])[] = [
  [403, 'CONSENT_EXPIRED', 'a new authorisation of an expired consent; the standard has the code at 401, where a new token would be tried'],
  [413, 'FORMAT_ERROR', 'the standard bounds no body'],
  [415, 'CONTENT_INVALID', 'the standard has the status without a body; a body says what is accepted'],
  [500, 'INTERNAL_SERVER_ERROR', 'the standard has the status without a body; a body asks for the X-Request-ID'],
  [503, 'SERVICE_UNAVAILABLE', 'the standard has the status without a body; a body says that nothing was done'],
];
