/** A sandbox as CSV files for a spreadsheet, with the numbers of its customers and accounts. */
import { toCsv } from '@portico/primitives';
import { parseAmount, type ReadDocument, type TestCustomer } from '#modules/bank-sandbox/index.ts';
import type { SandboxTable } from '../sandbox.ts';
import { SANDBOX_TABLE_COLUMNS } from './table-columns.ts';

/** Without it spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A part of the document, and its numbers by the title of their column. */
interface Row {
  readonly part: object;
  readonly numbers: Readonly<Record<string, string | undefined>>;
}

export function writeTable(table: SandboxTable, read: ReadDocument, customers: readonly TestCustomer[]): string {
  const { columns } = SANDBOX_TABLE_COLUMNS[table];
  const rows = rowsOf(table, read, new Map(customers.map((customer) => [customer.customerId, customer])));
  const cells = rows.map(({ part, numbers }) =>
    columns.map(({ title, at, isAmount }) => {
      const text = (at === undefined ? undefined : textAt(part, at)) ?? numbers[title] ?? '';
      return isAmount && text !== '' ? { cents: parseAmount(text) } : text;
    }),
  );
  return `${BYTE_ORDER_MARK}${toCsv([columns.map(({ title }) => title), ...cells])}`;
}

function rowsOf(table: SandboxTable, { document, owners }: ReadDocument, customers: ReadonlyMap<string, TestCustomer>): readonly Row[] {
  return document.customers.flatMap((customer, at): readonly Row[] => {
    const { customerId = '', ibans = [] } = owners[at] ?? {};
    const { userName, nationalIdentityNumber, phoneNumber, userNumber } = customers.get(customerId) ?? {};
    if (table === 'customers') {
      const numbers = { 'National identity number': nationalIdentityNumber, 'Phone number': phoneNumber, 'User number': userNumber };
      return [{ part: customer, numbers: { 'User name': userName, ...numbers } }];
    }
    return customer.accounts.flatMap((account, place): readonly Row[] => {
      if (table === 'accounts') return [{ part: account, numbers: { 'User name': userName, IBAN: ibans[place] } }];
      return account.transactions.map((transaction) => {
        const { counterpartAccount: other } = transaction;
        const counterpart = other === undefined ? undefined : owners[other.customer]?.ibans[other.account];
        return { part: transaction, numbers: { IBAN: ibans[place], 'Counterpart IBAN': counterpart } };
      });
    });
  });
}

function textAt(part: object, path: string): string | undefined {
  const found = path.split('.').reduce((value: unknown, member) => Object(value)[member], part);
  return typeof found === 'string' ? found : undefined;
}
