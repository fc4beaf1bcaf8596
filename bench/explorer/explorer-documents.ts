/** The documents shown by the explorers, and the operation of each that is opened by its URL. */
export interface ShownDocument {
  readonly name: string;
  /** The section in Portico's explorer. */
  readonly apiId: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  /** Heading of the operation. */
  readonly summary: string;
  /** Another operation of the same section, for the navigation. */
  readonly nextId: string;
}

const CREATE_PAYMENT = {
  ...{ apiId: 'payments', operationId: 'initiatePayment', method: 'post', path: '/v1/payments/{paymentProduct}' },
  ...{ tag: 'payments', summary: 'Create a payment', nextId: 'getPaymentInformation' },
} as const;

export const DOCUMENTS = {
  /** The other explorers get the document of this section. */
  own: { name: 'own API, payments alone', ...CREATE_PAYMENT },
  /** The other explorers get all sections in one document, as Portico's page has them in its list and its search. */
  whole: { name: 'own API, whole', ...CREATE_PAYMENT },
  medium: {
    ...{ name: 'NextGenPSD2 1.3.11', apiId: 'nextgenpsd2', operationId: 'createConsent', method: 'post', path: '/v1/consents' },
    ...{ tag: 'Account Information Service (AIS)', summary: 'Create consent', nextId: 'getConsentInformation' },
  },
  large: {
    ...{ name: 'GitHub', apiId: 'github', operationId: 'issues/create', method: 'post', path: '/repos/{owner}/{repo}/issues' },
    ...{ tag: 'issues', summary: 'Create an issue', nextId: 'issues/get' },
  },
} as const satisfies Readonly<Record<string, ShownDocument>>;

export type DocumentName = keyof typeof DOCUMENTS;
