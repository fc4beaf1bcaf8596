import { CUSTOMER, linkTo, type OperationExamples, SCA_REDIRECT } from './example.ts';

const ID = 'cns_01km9a5t3e8h2q4x6n7p9rvwys';
const AUTHORISATION = 'aut_01km9a5t3e8h2q4x6n7p9rvwyt';
const SELF = linkTo(`consents/${ID}`);
const STATUS = linkTo(`consents/${ID}/status`);
const SCA_STATUS = linkTo(`consents/${ID}/authorisations/${AUTHORISATION}`);

const RECURRING = { recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4, combinedServiceIndicator: false };
const everything = (iban: string) => ({ accounts: [{ iban }], balances: [{ iban }], transactions: [{ iban }] });

export const CONSENT_EXAMPLES = {
  createConsent: {
    request: {
      customerChooses: {
        summary: 'The customer chooses the accounts at the bank',
        value: { access: { accounts: [], balances: [], transactions: [] }, ...RECURRING },
      },
      namedAccount: {
        summary: 'Balances and transactions of one account',
        value: { access: everything(CUSTOMER.account), ...RECURRING },
      },
      allAccounts: {
        summary: 'Everything, with the owner’s name',
        value: { access: { allPsd2: 'allAccountsWithOwnerName' }, ...RECURRING },
      },
      listOnce: {
        summary: 'The list of accounts, once',
        value: { ...RECURRING, access: { availableAccounts: 'allAccounts' }, recurringIndicator: false, frequencyPerDay: 1 },
      },
    },
    answers: {
      201: {
        consentStatus: 'received',
        consentId: ID,
        _links: { scaRedirect: SCA_REDIRECT, scaStatus: SCA_STATUS, self: SELF, status: STATUS },
      },
    },
  },
  getConsentInformation: {
    answers: {
      200: {
        access: everything(CUSTOMER.account),
        recurringIndicator: true,
        validUntil: '2027-05-20',
        frequencyPerDay: 4,
        lastActionDate: '2026-11-21',
        consentStatus: 'valid',
        _links: { account: linkTo('accounts') },
      },
    },
  },
  getConsentStatus: { answers: { 200: { consentStatus: 'valid' } } },
  startConsentAuthorisation: {
    answers: { 201: { scaStatus: 'received', authorisationId: AUTHORISATION, _links: { scaRedirect: SCA_REDIRECT, scaStatus: SCA_STATUS } } },
  },
  getConsentAuthorisation: { answers: { 200: { authorisationIds: [AUTHORISATION] } } },
  getConsentScaStatus: { answers: { 200: { scaStatus: 'received' } } },
} as const satisfies Readonly<Record<string, OperationExamples>>;
