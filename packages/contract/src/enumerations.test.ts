/** The enumerations of the specification, §2 "Modals" and §4, written out a second time: none of its values may be lost. */
import { expect, it } from 'vitest';
import { UI_CONSENT_STATUSES } from './consent-values.ts';
import {
  AUTH_METHODS,
  BANK_COUNTRIES,
  LOCALES,
  MENU_COMPONENTS,
  MODAL_IDS,
  PAYMENT_PRODUCTS,
  SIGNING_TYPES,
  TRANSACTION_STATUSES,
  UI_FREQUENCIES,
} from './enumerations.ts';

it.each([
  ['signing types', SIGNING_TYPES, 'CONSENT PAYMENT PERIODIC_PAYMENT BULK_PAYMENT TRANSACTIONS_STATEMENT', []],
  ['authentication methods', AUTH_METHODS, 'IDCARD CODE_CALCULATOR SMART_ID MOBILE_ID EPARAKSTS_MOBILE', ['BANK_PAGE', 'BANK_APP']],
  ['countries of banks', BANK_COUNTRIES, 'lt lv ee', []],
  ['statuses of payments', TRANSACTION_STATUSES, 'ACCC ACCP ACFC ACSC ACSP ACTC ACWC ACWP BLCK CANC PATC PDNG PRES RCVD RJCT', ['PART']],
  ['statuses of consents', UI_CONSENT_STATUSES, 'received rejected valid revoked_by_psu expired', ['partially_authorised', 'terminated_by_tpp']],
  ['frequencies', UI_FREQUENCIES, 'daily weekly monthly', ['every_two_weeks', 'every_two_months', 'quarterly', 'semi_annual', 'annual']],
  ['payment products', PAYMENT_PRODUCTS, 'INDIVIDUAL_SEPA INDIVIDUAL_INSTANT_SEPA', []],
  ['languages', LOCALES, 'en et lt lv ru', []],
  [
    'components of the menu',
    MENU_COMPONENTS,
    'ContentPage LandingPage NewsPage ApplicationIdentityPage TokensPage ApiExplorerPage ApiStatusPage OperationPage StatisticsPage',
    [],
  ],
  ['modals of developers', MODAL_IDS.slice(0, 6), 'login register forgotPassword confirmDelete authCode', ['secondFactor']],
  [
    'modals of customers',
    MODAL_IDS.slice(6),
    'signingPayment cancellingFuturePayment signingConsent signingTransactionsStatement signingPeriodicPayment cancellingPeriodicPayment signingBulkPayment cancellingFutureBulkPayment signingError',
    [],
  ],
] as const)('the %s are those of the specification and the named additions', (_what, values, specified, added) => {
  expect([...values].toSorted()).toEqual([...specified.split(' '), ...added].toSorted());
});
