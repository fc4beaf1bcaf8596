/** What the explorers show: four documents, and in each the operation that is opened by its address. */
export interface ShownDocument {
  readonly name: string;
  /** The section it is with us. */
  readonly apiId: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  /** Heading of the operation. */
  readonly summary: string;
  /** Another one of the same section, for going on. */
  readonly nextId: string;
}

const CREATE_PAYMENT = {
  ...{ apiId: 'payments', operationId: 'initiatePayment', method: 'post', path: '/v1/payments/{paymentProduct}' },
  ...{ tag: 'payments', summary: 'Create a payment', nextId: 'getPaymentInformation' },
} as const;

export const DOCUMENTS = {
  /** Peers get the document of the one section. */
  own: { name: 'own API, payments alone', ...CREATE_PAYMENT },
  /** Peers get all sections in one document, as our page has them in its list and its search. */
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
