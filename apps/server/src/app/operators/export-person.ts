/**
 * Exports all data that the installation holds about one person (GDPR Art. 15 and 20) as one JSON document. It has the rows of each table without
 * keys, digests and values that give access to something. The export is recorded in the audit log before any data is read.
 */
import type { Portico } from '../composition/build-app.ts';
import { readHeldRows, readOperatorEntries } from './held-rows-store.ts';
import { HELD_TABLES, type PersonId, type Whose } from './held-tables.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { readCustomerId } from './read-customer-id.ts';
import { recordOrder } from './record-order.ts';

const UNREADABLE_MAILS =
  'Waiting mails of the installation that cannot be decrypted. Some of them may be to this person; each is deleted when it expires.';

type Ids = Readonly<Partial<Record<PersonId, readonly string[]>>>;
type Section = readonly [name: string, rows: AsyncIterable<object> | Iterable<object>];

export async function* exportDeveloper({ modules, platform, edition }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  const email = order.about.trim().toLowerCase();
  const developer = await modules.developers.findDeveloper({ email });
  if (developer === undefined) throw new OperatorRefusal(`There is no developer ${email}. Nothing was exported.`);
  const { developerId } = developer;
  await recordOrder(platform, order, { developerId });
  await modules.requestLog.flush();
  const apps = await modules.tppApps.listOfDeveloper(platform.db, developerId);
  // With a bank's own core there are no sandboxes. The customers' data there belongs to the customers, not to the developer.
  const sandboxIds = edition.tenancy.erase === undefined ? [] : apps.map(({ sandboxId }) => sandboxId);
  const { mails, unreadable } = await modules.mail.listTo(email);
  const ids: Ids = { developerId: [developerId], email: [email], appId: apps.map(({ appId }) => appId), sandboxId: sandboxIds };
  yield* toDocument({ developer: developerId, email, exportedAt: await nowText(platform) }, [
    ...sectionsOf(platform, ids, ({ developer: whose }) => whose),
    ['mails', mails],
    ...(unreadable === 0 ? [] : [['unreadable_mails', [{ count: unreadable, note: UNREADABLE_MAILS }]] as const]),
    ['operator_entries', await readOperatorEntries(platform.db, [developerId, ...apps.flatMap(({ appId, clientId }) => [appId, clientId])])],
  ]);
}

export async function* exportCustomer({ platform }: Portico, order: OperatorOrder): AsyncGenerator<string> {
  const customerId = readCustomerId(order, 'Nothing was exported.');
  const ids: Ids = { customerId: [customerId] };
  const sections = sectionsOf(platform, ids, ({ customer: whose }) => whose);
  if (!(await hasAny(sectionsOf(platform, ids, ({ customer: whose }) => whose))))
    throw new OperatorRefusal(`Nothing is held of a customer ${customerId}. Nothing was exported.`);
  await recordOrder(platform, order, { customerId });
  yield* toDocument({ customer: customerId, exportedAt: await nowText(platform) }, [
    ...sections,
    ['operator_entries', await readOperatorEntries(platform.db, [customerId])],
  ]);
}

function sectionsOf({ db }: Portico['platform'], ids: Ids, whoseOf: (table: (typeof HELD_TABLES)[string]) => Whose | undefined): readonly Section[] {
  return Object.entries(HELD_TABLES).flatMap(([name, table]): readonly Section[] => {
    const whose = whoseOf(table);
    const values = (whose && ids[whose.id]) ?? [];
    return whose === undefined || values.length === 0 ? [] : [[name, readHeldRows(db, name, whose, values)]];
  });
}

async function hasAny(sections: readonly Section[]): Promise<boolean> {
  for (const [, rows] of sections) for await (const _row of rows) return true;
  return false;
}

const nowText = async ({ clock, db }: Portico['platform']): Promise<string> => (await clock.realNow(db)).toISOString();

/** Writes one document with a line for each row, without keeping it in memory. */
async function* toDocument(head: object, sections: readonly Section[]): AsyncGenerator<string> {
  yield `{"about":${JSON.stringify(head)}`;
  for (const [name, rows] of sections) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const row of rows) {
      yield `${separator}${JSON.stringify(row)}`;
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}
