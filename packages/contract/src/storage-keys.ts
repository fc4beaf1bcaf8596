/** Names of browser storage (specification §9) and of headers, shared by the browser and the server. */

export const STORAGE_KEYS = {
  signingId: 'signing-id',
  signingTerminated: 'signing-terminated',
  currentFallbackUser: 'current-fallback-user',
  hideNotification: 'hideNotification',
  /** Addition: the explorer's pending authorization. */
  authorization: 'portico-authorization',
  /** Addition: the address to which a reset code was sent from this tab. */
  resetEmail: 'portico-reset-email',
  /** Addition: the requests sent from the explorer's pages, without secrets. */
  explorerHistory: 'portico-explorer-history',
  /** Addition: the last status of the services, as JSON. */
  apiStatus: 'portico-api-status',
  /** Additions: the language that the customer chose in this tab, and the language of its last journey. */
  chosenLanguage: 'portico-chosen-language',
  journeyLanguage: 'portico-journey-language',
  /** Addition: the client id of the application that the developer chose in this tab. */
  application: 'portico-application',
  /** Addition: the theme that the visitor chose for the portal. */
  theme: 'portico-theme',
  /** Addition: the language in which the visitor reads the code of the guides. */
  codeLanguage: 'portico-code-language',
} as const;

export const HEADERS = {
  signingId: 'signing-id',
  /** One-time ticket of a signing session; the first `details` call exchanges it for the signing id. */
  signingEntry: 'signing-entry',
  /** The signing page that makes the call: its `m`. A payment and its cancellation are read with the same call. */
  signingPage: 'signing-page',
  /** Of the signature: the method that the customer chose on the page. Absent: the one of the sign-in. */
  signingMethod: 'signing-method',
  /** Of the signature: how the device is asked. Absent: by a notification. */
  signingForm: 'signing-form',
  /** The customer's session at the fallback interface. */
  fallbackSession: 'fallback-session',
  requestId: 'x-request-id',
  tppId: 'tpp-id',
  /** Addition: the client id of the application that a call of its developer is about. Absent: the developer's oldest one. */
  application: 'tpp-client-id',
} as const;
