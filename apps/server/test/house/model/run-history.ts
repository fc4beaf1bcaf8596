/** Plays one history against the real modules and asks the model whether it explains what was seen. */
import { randomUUID } from 'node:crypto';
import { jsonOf, member, textOf, type WireAnswer } from '@portico/testkit';
import type { Customer } from '#modules/bank/index.ts';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { overInject } from '../../../src/testing/over-inject.ts';
import { isExplained, type Observed } from './explain.ts';
import type { ModelHouse } from './model-house.ts';
import type { Scheduler } from './scheduler.ts';
import { FEE_CENTS } from './signing-model.ts';
import type { AccountName, Command, PaymentWorld, World } from './world.ts';

export interface History {
  /** Of the choice who goes next. */
  readonly seed: number;
  readonly payments: readonly { readonly size: 'whole' | 'more' | 'half' | 'small'; readonly isInstant: boolean; readonly isOpened: boolean }[];
  readonly commands: readonly (Command | Lull)[];
}

/** Everybody goes on until nobody can: a call that signs has asked the phone. Nothing that the model has to explain. */
export interface Lull {
  readonly kind: 'lull';
}

/** What went wrong, as lines a person can read; undefined: nothing. */
export type Complaint = string | undefined;

/** Every call ends: the server stops, the phone approves, the page asks again, and time ends what is left. */
function epilogueOf(commands: readonly (Command | Lull)[]): readonly Command[] {
  const repeats = commands.flatMap((command) => (command.kind === 'sign' ? [command] : []));
  const last = [0, 1].flatMap((payment) => repeats.filter((command) => command.payment === payment).slice(-1));
  const approvals = last.map(({ payment }): Command => ({ kind: 'phone', payment, answer: 'approve' }));
  return [...approvals, ...last, { kind: 'clock', seconds: 1_000 }, { kind: 'jobs' }];
}

export async function runHistory(house: ModelHouse, scheduler: Scheduler, history: History): Promise<Complaint> {
  const customer = await scheduler.alone(() => house.nextCustomer());
  const [main, other] = await scheduler.alone(() => house.accountsOf(customer));
  if (main === undefined || other === undefined) throw new Error('The customer has too few accounts.');
  const ibans: Record<AccountName, string> = { main: main.iban, other: other.iban, foreign: PAYEES.lumenRaamatud.iban };
  const send = callsOf(house, customer);
  const world: World = {
    now: 0,
    willCrash: false,
    failures: 0,
    blockedUntil: 0,
    available: { main: main.cents, other: other.cents },
    payments: history.payments.map(({ size, isInstant, isOpened }): PaymentWorld => {
      const cents = { whole: main.cents - FEE_CENTS, more: main.cents, half: Math.ceil(main.cents / 2), small: 100 }[size];
      const shared = { cents, isInstant, isAmended: false, isAmendmentShown: false, claim: 0, challenges: {}, createdAt: 0, activeAt: 0 };
      return { ...shared, state: isOpened ? 'open' : 'received' };
    }),
  };
  const opened: { paymentId: string; signingId: string }[] = [];
  for (const [index, { cents, isInstant }] of world.payments.entries()) {
    opened.push(await scheduler.alone(() => openPayment(send, cents, isInstant, history.payments[index]?.isOpened === true)));
  }
  const idOf = (index: number): { paymentId: string; signingId: string } => opened[index] ?? { paymentId: '', signingId: '' };

  const seen: Observed[] = [];
  const pending: Promise<void>[] = [];
  const failures: string[] = [];
  let calls = 0;

  function begin(command: Command, isAlone: boolean): Promise<void> {
    const call = calls;
    calls += 1;
    seen.push({ kind: 'begun', call, command, isAlone });
    const work = () => perform(command);
    const done = isAlone ? work() : scheduler.follow(work, (hasWritten) => seen.push({ kind: 'turn', call, hasWritten }));
    return done.then(
      (answer) => void seen.push({ kind: 'over', call, answer }),
      (error: unknown) => void failures.push(`${say(command)}: ${String(error)}`),
    );
  }

  async function perform(command: Command): Promise<string> {
    switch (command.kind) {
      case 'sign': {
        const headers = { 'signing-id': idOf(command.payment).signingId };
        return wordsOf(await send('PUT', '/api/ui/payment', { headers, body: { debtorAccountIban: ibans[command.account] } }));
      }
      case 'refuse':
        return wordsOf(await send('DELETE', '/api/ui/payment', { headers: { 'signing-id': idOf(command.payment).signingId } }));
      case 'details':
        return wordsOf(await send('GET', '/api/ui/payment/details', { headers: { 'signing-id': idOf(command.payment).signingId } }));
      case 'balance': {
        const path = `/api/ui/account/balance?iban=${ibans[command.account]}`;
        return wordsOf(await send('GET', path, { headers: { 'signing-id': idOf(command.payment).signingId } }));
      }
      case 'phone': {
        const { rows } = await house.database.query('select challenge_id from signing_session where resource_id = $1 and state = $2', [
          idOf(command.payment).paymentId,
          'signing',
        ]);
        const challengeId = member(rows[0] ?? {}, 'challenge_id');
        if (typeof challengeId !== 'string') return '';
        await send('POST', `/bank/device/challenges/${challengeId}/answer`, { body: { answer: command.answer } });
        return '';
      }
      case 'amend':
        await house.database.query(`update payment set amount_cents = 2 * $2::bigint + 1 - amount_cents where payment_id = $1 and status = 'RCVD'`, [
          idOf(command.payment).paymentId,
          world.payments[command.payment]?.cents ?? 0,
        ]);
        return '';
      case 'clock':
        await house.pass(customer, command.seconds);
        return '';
      case 'jobs':
        await house.runJobs();
        return '';
      case 'stop':
        house.restart();
        return '';
      case 'crash':
        house.willCrash = true;
        return '';
    }
  }

  async function play(commands: readonly (Command | Lull)[]): Promise<void> {
    const queue = [...commands];
    const beginNext = async () => {
      const command = queue.shift();
      if (command === undefined || command.kind === 'lull') return false;
      const isCall = command.kind === 'sign' || command.kind === 'refuse' || command.kind === 'details' || command.kind === 'balance';
      if (isCall) pending.push(begin(command, false));
      else await scheduler.alone(() => begin(command, true));
      return true;
    };
    while (queue.length > 0) await scheduler.run(beginNext);
  }

  await play(history.commands);
  for (const command of [{ kind: 'stop' } as const, ...epilogueOf(history.commands)]) await play([command]);
  await play([{ kind: 'stop' }]);
  await Promise.all(pending);
  house.willCrash = false;
  await scheduler.alone(() => house.settle(customer));

  const sight = await scheduler.alone(() => readSight(house, customer, opened));
  const lines = () => [...sayObserved(seen), `In the end: ${sight}`, ...failures];
  if (failures.length > 0) return lines().join('\n');
  if (isExplained(seen, world, sightOf, sight)) return undefined;
  return [`Sums: ${JSON.stringify(world.payments.map(({ cents }) => cents))}, available: ${JSON.stringify(world.available)}`, ...lines()].join('\n');
}

type Send = ReturnType<typeof callsOf>;

function callsOf(house: ModelHouse, { customerId }: Customer) {
  const transport = overInject(house.app, house.origin);
  return (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, given: { headers?: Record<string, string>; body?: object } = {}) =>
    transport({
      method,
      path,
      headers: {
        origin: house.origin,
        'content-type': 'application/json',
        'x-request-id': randomUUID(),
        authorization: `Bearer ${customerId}`,
        cookie: `portico-bank=${customerId}; portico-device=${house.deviceKey(customerId)}`,
        ...given.headers,
      },
      body: given.body === undefined ? undefined : JSON.stringify(given.body),
    });
}

async function openPayment(send: Send, cents: number, isInstant: boolean, isOpened: boolean) {
  const { iban, name } = PAYEES.lumenBooks;
  const created = await send('POST', `/api/v1/payments/${isInstant ? 'instant-' : ''}sepa-credit-transfers`, {
    headers: {
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': 'https://shop.example/paid',
      'tpp-nok-redirect-uri': 'https://shop.example/failed',
    },
    body: {
      instructedAmount: { amount: (cents / 100).toFixed(2), currency: 'EUR' },
      creditorAccount: { iban },
      creditorName: name,
      remittanceInformationUnstructured: 'Order',
    },
  });
  const paymentId = textOf(jsonOf(created), 'paymentId');
  if (!isOpened) return { paymentId, signingId: 'never-given' };
  const entered = await send('GET', new URL(textOf(jsonOf(created), '_links', 'scaRedirect', 'href')).pathname);
  const entryCode = new URL(entered.headers.location ?? '', 'http://portal.example').searchParams.get('entry') ?? '';
  const details = await send('GET', '/api/ui/payment/details', { headers: { 'signing-entry': entryCode } });
  return { paymentId, signingId: textOf(jsonOf(details), 'signingId') };
}

/** An answer in the model's words. */
function wordsOf({ status, text }: WireAnswer): string {
  if (status === 500) return '500';
  const body: unknown = JSON.parse(text);
  const code = member(body, 'errors', '0', 'code');
  const sum = /available (\d+)\.(\d\d)/.exec(String(member(body, 'errors', '0', 'text')));
  if (code !== undefined) return `${status} ${String(code)}${sum === null ? '' : ` ${Number(`${sum[1]}${sum[2]}`)}`}`;
  const balance = member(body, 'balanceAmount');
  if (balance !== undefined) return `${status} ${centsOf(textOf(balance, 'amount'))}`;
  const details = member(body, 'details');
  if (details !== undefined) return `${status} ${textOf(body, 'state')} ${centsOf(textOf(details, 'instructedAmount', 'amount'))}`;
  return `${status} ${textOf(body, 'transactionStatus')}`;
}

const centsOf = (amount: string): number => Math.round(Number(amount) * 100);

/** Signed payments are settled by then. */
const STATUS_OF = { received: 'RCVD', open: 'RCVD', signing: 'RCVD', refused: 'RJCT', expired: 'RJCT' } as const;

const isOver = (state: PaymentWorld['state']): boolean => state === 'refused' || state === 'expired';

/**
 * Everything that must agree in the end: one end of each session and of each payment in the audit log, a confirmation used for what was
 * signed and for nothing else, four entries that sum to zero, no hold left.
 */
function sightOf({ payments, available }: World): string {
  const lines = payments.map(({ state, isInstant }) => {
    if (state !== 'signed')
      return `${state} ${STATUS_OF[state]} ${isOver(state) ? `signing.${state} payment.rejected` : 'none none'} used 0 legs 0 sum 0`;
    return `signed ${isInstant ? 'ACCC' : 'ACSC'} signing.signed payment.signed+payment.executed used 1 legs 4 sum 0`;
  });
  return [...lines, `main ${available.main}`, `other ${available.other}`].join(', ');
}

async function readSight(house: ModelHouse, customer: Customer, payments: readonly { paymentId: string }[]): Promise<string> {
  const { rows } = await house.database.query(
    `select session.state || ' ' || payment.status || ' ' || coalesce((select string_agg(event, '+') from audit_entry
         where chain = 'signing:' || session.session_id and event in ('signing.signed', 'signing.refused', 'signing.expired')), 'none')
       || ' ' || coalesce((select string_agg(event, '+' order by position) from audit_entry where chain = 'payment:' || payment.payment_id
         and event in ('payment.signed', 'payment.executed', 'payment.rejected', 'payment.cancelled')), 'none')
       || ' used ' || (select count(*) from audit_entry join challenge on challenge_id = ids ->> 'challengeId'
         where chain = 'signing:' || session.session_id and event = 'sca.approved' and used_at is not null)
       || ' legs ' || (select count(*) || ' sum ' || coalesce(sum(amount_cents), 0) from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id
         where ledger_transaction.payment_id = payment.payment_id) as line
     from unnest($1::text[]) with ordinality as wanted (id, position)
     join payment on payment.payment_id = wanted.id join signing_session as session on session.resource_id = wanted.id order by wanted.position`,
    [payments.map(({ paymentId }) => paymentId)],
  );
  const [main, other] = await house.accountsOf(customer);
  return [...rows.map((row) => textOf(row, 'line')), `main ${main?.cents}`, `other ${other?.cents}`].join(', ');
}

/** A line for each beginning, end and row of turns. */
function sayObserved(seen: readonly Observed[]): string[] {
  const commands = seen.flatMap((event) => (event.kind === 'begun' ? [event.command] : []));
  return seen.map((event) => {
    const command = commands[event.call];
    const name = `${String(event.call).padStart(2)} ${command === undefined ? '' : say(command)}`;
    if (event.kind === 'begun') return `${name} …`;
    return event.kind === 'over' ? `${name} → ${event.answer}` : `${name} ${event.hasWritten ? 'writes' : 'reads'}`;
  });
}

/** A command as a person would say it. */
export function say(command: Command | Lull): string {
  switch (command.kind) {
    case 'sign':
      return `sign payment ${command.payment} from account '${command.account}'`;
    case 'refuse':
      return `refuse payment ${command.payment}`;
    case 'details':
      return `look at payment ${command.payment}`;
    case 'balance':
      return `read the balance of '${command.account}' on the page of payment ${command.payment}`;
    case 'amend':
      return `somebody changes the sum of payment ${command.payment} by a cent, or back`;
    case 'phone':
      return `the phone answers '${command.answer}' to payment ${command.payment}`;
    case 'clock':
      return `${command.seconds} s pass`;
    case 'jobs':
      return 'the due jobs run';
    case 'stop':
      return 'the server stops and another starts';
    case 'lull':
      return 'everybody goes on until nobody can';
    case 'crash':
      return 'the next commit of a signature is lost with its process';
  }
}
