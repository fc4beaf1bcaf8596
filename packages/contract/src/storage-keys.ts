/** Browser storage (specification §9) and headers that the browser and the server must spell alike. */

export const STORAGE_KEYS = {
  signingId: 'signing-id',
  signingTerminated: 'signing-terminated',
  currentFallbackUser: 'current-fallback-user',
  hideNotification: 'hideNotification',
  /** Addition: the explorer's pending authorization. */
  authorization: 'portico-authorization',
  /** Addition: what was sent from the explorer's pages, without secrets. */
  explorerHistory: 'portico-explorer-history',
  /** Addition: the last status of the services that was answered, JSON. */
  apiStatus: 'portico-api-status',
  /** Additions: the language that the customer chose in this tab, and that of the journey that was last in it. */
  chosenLanguage: 'portico-chosen-language',
  journeyLanguage: 'portico-journey-language',
} as const;

export const HEADERS = {
  signingId: 'signing-id',
  /** One-use entry ticket of a signing session; the first `details` call exchanges it for the signing id. */
  signingEntry: 'signing-entry',
  /** Which of the signing pages asks: its `m`. A payment and its cancellation are read with one call. */
  signingPage: 'signing-page',
  /** The customer's session at the fallback interface. */
  fallbackSession: 'fallback-session',
  requestId: 'x-request-id',
  tppId: 'tpp-id',
} as const;
