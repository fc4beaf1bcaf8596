/** The developer's sandbox as a document, and as tables for a spreadsheet. */
import type { SandboxDocument } from '@portico/contract';
import { EXPORT_TRANSACTIONS_MAX } from '@portico/contract/values';
import { formatCents, toCsv } from '@portico/primitives';
import {
  counterpartOf,
  fillHistory,
  listTestCustomers,
  readDocument,
  readSandboxCustomers,
  readWholeSandbox,
  type TestCustomer,
} from '#modules/bank-sandbox/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { limitReached } from '../refusals.ts';
import type { SandboxDeps, SandboxTable } from '../sandbox.ts';

/** Without it spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

type Platform = SandboxDeps['platform'];

/** @throws UiRefusal 409 for a sandbox with more transactions than a document has. */
export async function exportDocument(platform: Platform, { tx }: WriteContext, sandboxId: string): Promise<SandboxDocument> {
  await fillHistories(platform, tx, sandboxId);
  return (await readDocument(platform.clock, tx, sandboxId)) ?? refuseTooLarge();
}

/** @throws UiRefusal 409 as for {@link exportDocument}. */
export async function exportTable(platform: Platform, { tx }: WriteContext, sandboxId: string, table: SandboxTable): Promise<string> {
  await fillHistories(platform, tx, sandboxId);
  const customers = await listTestCustomers(tx, sandboxId);
  if (table === 'customers') return toFile([CUSTOMER_COLUMNS, ...customers.map(customerCells)]);
  const { accounts, movements } = (await readWholeSandbox(tx, sandboxId)) ?? refuseTooLarge();
  if (table === 'accounts') {
    const userNames = new Map(customers.map(({ customerId, userName }) => [customerId, userName]));
    return toFile([
      ['User name', 'IBAN', 'Name', 'Currency', 'Status', 'Booked balance'],
      ...accounts.map(({ customerId, iban, name, currency, status, balanceCents }) => [
        ...[userNames.get(customerId) ?? '', iban, name, currency, status],
        formatCents(balanceCents),
      ]),
    ]);
  }
  const accountsById = new Map(accounts.map((account) => [account.accountId, account]));
  return toFile([
    ['IBAN', 'Booked at', 'Kind', 'Amount', 'Fee', 'Currency', 'Counterpart', 'Counterpart IBAN', 'Remittance', 'End-to-end id'],
    ...movements
      .filter(({ kind }) => kind !== 'opening')
      .map((movement) => {
        const account = accountsById.get(movement.accountId);
        const { name, iban } = counterpartOf(movement);
        const money = [formatCents(movement.amountCents), formatCents(movement.feeCents), account?.currency ?? ''];
        return [
          account?.iban ?? '',
          movement.bookedAt.toISOString(),
          movement.kind,
          ...money,
          name,
          iban ?? '',
          movement.remittance,
          movement.endToEndId,
        ];
      }),
  ]);
}

const CUSTOMER_COLUMNS = [
  'User name',
  'Country',
  'Type',
  'Name',
  'First name',
  'Surname',
  'National identity number',
  'Phone number',
  'User number',
  'Scenario',
];

function customerCells(customer: TestCustomer): readonly string[] {
  const { userName, country, type, name, firstName, surname, nationalIdentityNumber, phoneNumber = '', userNumber = '', scenario } = customer;
  return [userName, country, type, name, firstName, surname, nationalIdentityNumber, phoneNumber, userNumber, scenario];
}

function toFile(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${toCsv(rows)}`;
}

/** Histories are booked at the first query. */
async function fillHistories(platform: Platform, tx: WriteContext['tx'], sandboxId: string): Promise<void> {
  for (const { customerId, isHistoryDue, isRemoved } of await readSandboxCustomers(tx, sandboxId)) {
    if (isHistoryDue && !isRemoved) await fillHistory(platform, tx, { sandboxId, customerId });
  }
}

function refuseTooLarge(): never {
  throw limitReached(
    `Your sandbox has more than ${EXPORT_TRANSACTIONS_MAX} transactions, too many for one export. Reset a customer with many of them.`,
  );
}
