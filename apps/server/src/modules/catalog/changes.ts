/**
 * What changed in the API and what will, with dates. Where callers have to do something it is made known at least three months
 * ahead (RTS Art. 30(4)); `checkChanges` (`change-rules.ts`) holds every row to it. A correction takes effect at once: the API contradicted the standard or its own
 * documentation, or a weakness had to be closed.
 */
import type { ApiChange } from '@portico/contract';
import { CHANGES_UNTIL_25_NOVEMBER_2026 } from './changes-until-25-november-2026.ts';

/** Newest first. */
export const API_CHANGES: readonly ApiChange[] = [
  {
    id: 'bodies-are-objects',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-27',
    effective: '2026-11-27',
    title: 'Bodies that are no objects',
    text: 'A JSON body that is not an object, such as null or a list, is refused with FORMAT_ERROR. This holds for every call. Before, such a body was read as empty where a body is optional, and ignored where there is none.',
  },
  {
    id: 'redirect-uri-taken-away',
    kind: 'corrected',
    apiId: 'login',
    operationIds: [],
    announced: '2026-11-27',
    effective: '2026-11-27',
    title: 'Redirect URIs that are removed',
    text: 'A sign-in that began with a redirect URI that was removed later ends on a page of the bank. Before, it sent a code to the removed address. A code for such a redirect URI is refused with invalid_grant. Customers are no longer led back to a TPP-Redirect-URI, TPP-Nok-Redirect-URI or fpgurl whose origin the application has removed.',
  },
  {
    id: 'repeated-page-one-cursor',
    kind: 'corrected',
    apiId: 'accounts',
    operationIds: ['getTransactionList'],
    announced: '2026-11-27',
    effective: '2026-11-27',
    title: 'Cursors of repeated pages',
    text: 'getTransactionList returns the same cursor for the next page each time a page is requested again. Before, each repeated request returned a new cursor.',
  },
  {
    id: 'first-run-before-cut-off',
    kind: 'corrected',
    apiId: 'periodic-payments',
    operationIds: ['getPeriodicPaymentInformation'],
    announced: '2026-11-27',
    effective: '2026-11-27',
    title: 'Day of the first execution',
    text: 'A periodic payment that is received before the cut-off of its first day and signed within 15 minutes is executed on that day, which the customer signed; nextExecutionDate and the first execution were one business day later.',
  },
  {
    id: 'texts-with-content',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-27',
    effective: '2026-11-27',
    title: 'Empty texts',
    text: 'A text of a payment that is empty or has spaces alone is refused with FORMAT_ERROR and its path; some were accepted. This holds for creditorAddress, remittance information and identifications, and for periodic and bulk payments, too. Leave such a field out.',
  },
  {
    id: 'return-addresses-well-formed',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-27',
    effective: '2026-11-27',
    title: 'Addresses in headers',
    text: 'TPP-Redirect-URI and TPP-Nok-Redirect-URI with a percent sign that escapes nothing, and PSU-IP-Address with a zone, are refused with FORMAT_ERROR; they were accepted. The refusal of an address that is too long says so. This holds for consents and statements, too.',
  },
  {
    id: 'territories-without-own-ibans',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-27',
    effective: '2026-11-27',
    title: 'IBANs of territories',
    text: 'Some territories, such as AX and RE, have no IBAN code of their own. The refusal of such an IBAN names the country whose IBAN code the territory uses. Before, the refusal said that the territory is not in SEPA.',
  },
  {
    id: 'flags-in-queries',
    kind: 'corrected',
    apiId: 'accounts',
    operationIds: ['getAccountList', 'readAccountDetails', 'getTransactionList'],
    announced: '2026-11-27',
    effective: '2026-11-27',
    title: 'Flags in queries',
    text: 'withBalance is true or false, in capitals or not, as boolean headers are; 1 and 0 were read, too. deltaList=false is accepted, because it asks for nothing; it was refused.',
  },
  ...CHANGES_UNTIL_25_NOVEMBER_2026,
];
