/** The columns of a sandbox's CSV files, and where the document has each value. Titles are part of the format: exports of last year are imported. */
import type { SandboxTable } from '../sandbox.ts';

export interface TableColumn {
  readonly title: string;
  /** Members of the customer, account or transaction of the document; absent for a number, which no document has. */
  readonly at?: string;
  readonly isAmount?: true;
}

const USER_NAME = 'User name';
const IBAN = 'IBAN';

/** `key` names the rows of a table, and `owner` the row of another table that they belong to. No other table has the column `mark`. */
export const SANDBOX_TABLE_COLUMNS: Readonly<
  Record<SandboxTable, { readonly mark: string; readonly key?: string; readonly owner?: string; readonly columns: readonly TableColumn[] }>
> = {
  customers: {
    mark: 'Scenario',
    key: USER_NAME,
    columns: [
      { title: USER_NAME },
      { title: 'Seed', at: 'seed' },
      { title: 'Country', at: 'country' },
      { title: 'Type', at: 'type' },
      { title: 'First name', at: 'firstName' },
      { title: 'Surname', at: 'surname' },
      { title: 'Company name', at: 'companyName' },
      { title: 'National identity number' },
      { title: 'Phone number' },
      { title: 'User number' },
      { title: 'Scenario', at: 'scenario' },
    ],
  },
  accounts: {
    mark: 'Booked balance',
    key: IBAN,
    owner: USER_NAME,
    columns: [
      { title: USER_NAME },
      { title: IBAN },
      { title: 'Name', at: 'name' },
      { title: 'Currency', at: 'currency' },
      { title: 'Status', at: 'status' },
      { title: 'Opening balance', at: 'openingBalance.amount', isAmount: true },
      { title: 'Booked balance', at: 'balance.amount', isAmount: true },
    ],
  },
  transactions: {
    mark: 'Booked at',
    owner: IBAN,
    columns: [
      { title: IBAN },
      { title: 'Booked at', at: 'bookedAt' },
      { title: 'Kind', at: 'kind' },
      { title: 'Amount', at: 'amount.amount', isAmount: true },
      { title: 'Fee', at: 'fee.amount', isAmount: true },
      { title: 'Currency', at: 'amount.currency' },
      { title: 'Counterpart', at: 'counterpartName' },
      { title: 'Counterpart IBAN', at: 'counterpartIban' },
      { title: 'Remittance', at: 'remittanceInformationUnstructured' },
      { title: 'Reference', at: 'remittanceInformationStructured.reference' },
      { title: 'Reference type', at: 'remittanceInformationStructured.referenceType' },
      { title: 'Reference issuer', at: 'remittanceInformationStructured.referenceIssuer' },
      { title: 'End-to-end id', at: 'endToEndIdentification' },
      { title: 'Product', at: 'paymentProduct' },
    ],
  },
};
