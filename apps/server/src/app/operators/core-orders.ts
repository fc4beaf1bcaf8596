/** `core compare` and `core events`: what the bank's core says, beside what Portico says. After a backup was restored, the two may differ. */
import { BANK_TENANT, BankUnavailable } from '#modules/bank/index.ts';
import { type Finding, listFindings, lockFeed, moveFeed, readFeed } from '#modules/bank-core/index.ts';
import { type ListedOrder, listOrders } from '#modules/payments/index.ts';
import type { Portico } from '../composition/build-app.ts';
import { EXIT } from '../exit-codes.ts';
import { type ComparisonKind, compareOrder } from './compare-orders.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { recordOrder } from './record-order.ts';

type House = Pick<Portico, 'platform' | 'edition'>;
type Play = (portico: House, order: OperatorOrder) => AsyncIterable<string>;

const PAGE = 500;

export const CORE_PLAYS: readonly (readonly [command: string, play: Play])[] = [
  ['core compare', compareOrders],
  ['core events', showEvents],
];

interface Line {
  readonly paymentId: string;
  readonly kind: ComparisonKind;
  /** Undefined: Portico does not have the payment. */
  readonly status: string | undefined;
  readonly core: string;
  readonly signedAt: string | undefined;
  readonly amountCents: number | undefined;
  readonly currency: string | undefined;
  readonly explanation: string;
}

const COLUMNS = ['paymentId', 'kind', 'status', 'core', 'signedAt', 'amountCents', 'currency', 'explanation'] as const;

/** Every order of Portico, and every order of the core's events that Portico does not have. Where they differ, the line says what follows. */
async function* compareOrders({ platform, edition }: House, order: OperatorOrder): AsyncGenerator<string> {
  const { format = 'json' } = order.options;
  if (format !== 'json' && format !== 'csv') throw new OperatorRefusal(`--format takes json or csv, not "${format}".`, EXIT.usage);
  const { findOrders } = edition;
  if (findOrders === undefined) {
    const text =
      'There is nothing to compare with: this bank has no core, its core does not offer find-orders, or no server runs that has read its terms.';
    throw new OperatorRefusal(`${text} Start a server and repeat the command.`);
  }
  await recordOrder(platform, order, {});
  const counts: Record<ComparisonKind, number> = { same: 0, coreHasIt: 0, waits: 0, unknownAtCore: 0 };
  const print = (line: Line) => {
    counts[line.kind] += 1;
    return format === 'csv' ? COLUMNS.map((name) => csvCell(line[name])).join(',') : JSON.stringify(line);
  };
  if (format === 'csv') yield COLUMNS.join(',');
  for (let after = ''; ; ) {
    const orders = await listOrders(platform.db, { sandboxId: BANK_TENANT, after, limit: PAGE });
    const last = orders.at(-1);
    if (last === undefined) break;
    const known = await findOrders(orders.map(({ paymentId }) => paymentId)).catch(unreachable);
    for (const [index, each] of orders.entries()) yield print(toLine(each, known[index]?.state ?? 'unknown'));
    after = last.paymentId;
  }
  for (const finding of await listFindings(platform.db)) if (isUnknownHere(finding)) yield print(toUnknownLine(finding));
  if (format === 'json') yield JSON.stringify(counts);
}

function unreachable(error: unknown): never {
  if (error instanceof BankUnavailable) throw new OperatorRefusal(`The comparison is not complete. ${error.options.detail} Repeat the command.`);
  throw error;
}

function toLine({ paymentId, status, signedAt, amountCents, currency }: ListedOrder, core: Parameters<typeof compareOrder>[1]): Line {
  return { paymentId, status, core, signedAt: signedAt.toISOString(), amountCents, currency, ...compareOrder(status, core) };
}

const isUnknownHere = ({ kind, finding }: Finding) => kind === 'orderBooked' && finding.endsWith('does not have.');

function toUnknownLine({ paymentId = '', number }: Finding): Line {
  const explanation = `Event ${number}: the core has booked it, and Portico does not have it. A backup of Portico was restored that is older than the signature.`;
  return {
    paymentId,
    kind: 'coreHasIt',
    status: undefined,
    core: 'booked',
    signedAt: undefined,
    amountCents: undefined,
    currency: undefined,
    explanation,
  };
}

/** RFC 4180. A spreadsheet executes a cell that begins with one of `=+-@`, so such a cell begins with an apostrophe. */
function csvCell(value: string | number | undefined): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** How far the events of the core are applied, and what contradicts them. Ends with 1 where Portico cannot follow them. */
async function* showEvents({ platform }: House, order: OperatorOrder): AsyncGenerator<string> {
  const { from } = order.options;
  if (from !== undefined && !/^[1-9]\d{0,14}$/.test(from))
    throw new OperatorRefusal(`--from takes the number of an event, not "${from}". Nothing was changed.`, EXIT.usage);
  await recordOrder(platform, order, from === undefined ? {} : { from });
  if (from !== undefined) {
    await platform.write(async ({ tx }) => {
      await lockFeed(tx);
      await moveFeed(tx, { number: Number(from) - 1, eventId: undefined });
    });
    yield `The next event to apply is ${from}. Servers ask for it within seconds.`;
    return;
  }
  const { number, eventAt, newest, answeredAt, problem, problemSince } = await readFeed(platform.db);
  for (const finding of await listFindings(platform.db)) yield JSON.stringify(finding);
  const lag = newest === undefined ? undefined : Math.max(newest - number, 0);
  yield JSON.stringify({ applied: number, lastEventAt: eventAt, newestAtCore: newest, lag, answeredAt, problem, problemSince });
  if (problem !== undefined) throw new OperatorRefusal(`Events of the core are not applied. ${problem}`);
}
