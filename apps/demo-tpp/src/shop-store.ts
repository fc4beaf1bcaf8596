/** Orders and recorded exchanges in one SQLite file. Access tokens are not in it: they live in memory only. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { PaymentStatus } from './bank-answers.ts';
import type { Purchase } from './checkout.ts';
import { BANKS, PAYEES } from './checkout.ts';

export interface Order extends Purchase {
  readonly orderId: string;
  /** `LB-…`: on the statement and in the payment's references. */
  readonly number: string;
  readonly createdAt: string;
  readonly paymentId: string | undefined;
}

/** What the shop keeps between sending a customer to the bank and his return. Used once. */
export interface PendingSignIn {
  /** The order or connection it was begun for. */
  readonly journeyId: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Hash of the cookie of the browser that was sent. */
  readonly browserHash: string;
}

export interface Exchange {
  /** `call`: this server to the bank. `browser`: the customer's browser was sent on, or came back. */
  readonly kind: 'call' | 'browser';
  readonly method: string;
  readonly url: string;
  /** 0: no answer. */
  readonly status: number;
  readonly ms: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}

/** The status that the shop read when the bank told it of a change. */
export interface Told {
  /** Of the notification. */
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly status: PaymentStatus;
}

export interface ShopStore {
  insertOrder(order: Omit<Order, 'paymentId'>): void;
  findOrder(orderId: string): Order | undefined;
  setPayment(orderId: string, paymentId: string): void;
  /** The browser that began it. */
  setBrowser(orderId: string, browserHash: string): void;
  /** Orders of this browser since then (ISO 8601) with a payment whose end its customer has not seen, the newest {@link UNSEEN_MAX}. */
  listUnseen(browserHash: string, since: string): readonly Order[];
  /** The customer has seen the end. */
  markSeen(orderId: string): void;
  /** Replaces an earlier one. */
  setTold(orderId: string, told: Told): void;
  findTold(orderId: string): Told | undefined;
  insertPending(state: string, pending: PendingSignIn): void;
  /** Removes it, so that a state works once. */
  takePending(state: string): PendingSignIn | undefined;
  /** Keeps the newest {@link EXCHANGES_MAX} of an order or connection. */
  recordExchange(journeyId: string, exchange: Exchange): void;
  listExchanges(journeyId: string): readonly Exchange[];
}

export const EXCHANGES_MAX = 60;
const UNSEEN_MAX = 3;

const TABLES = `
create table if not exists shop_order (
  order_id text primary key, number text not null, created_at text not null, payee text not null, amount_cents integer not null,
  bank text not null, product text not null, retry_as_sepa integer not null, payment_id text) strict;
create table if not exists shop_order_browser (order_id text primary key, browser_hash text not null, is_seen integer not null) strict;
create index if not exists shop_order_browser_hash on shop_order_browser (browser_hash);
create table if not exists bank_told (order_id text primary key, content text not null) strict;
create table if not exists pending_sign_in (
  state text primary key, order_id text not null, nonce text not null, verifier text not null, browser_hash text not null) strict;
create table if not exists exchange (
  position integer primary key, order_id text not null, content text not null) strict;
create index if not exists exchange_order_id on exchange (order_id);`;

export function openShopFile(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return new DatabaseSync(file);
}

export function openShopStore(database: DatabaseSync): ShopStore {
  database.exec(TABLES);
  const insertOrder = database.prepare('insert into shop_order values (?, ?, ?, ?, ?, ?, ?, ?, null)');
  const findOrder = database.prepare('select * from shop_order where order_id = ?');
  const setPayment = database.prepare('update shop_order set payment_id = ? where order_id = ?');
  const setBrowser = database.prepare('insert into shop_order_browser values (?, ?, 0)');
  const markSeen = database.prepare('update shop_order_browser set is_seen = 1 where order_id = ?');
  const listUnseen = database.prepare(
    `select shop_order.* from shop_order join shop_order_browser using (order_id)
     where browser_hash = ? and created_at > ? and is_seen = 0 and payment_id is not null order by created_at desc limit ?`,
  );
  const setTold = database.prepare('insert or replace into bank_told values (?, ?)');
  const findTold = database.prepare('select content from bank_told where order_id = ?');
  const insertPending = database.prepare('insert into pending_sign_in values (?, ?, ?, ?, ?)');
  const takePending = database.prepare('delete from pending_sign_in where state = ? returning *');
  const recordExchange = database.prepare('insert into exchange (order_id, content) values (?, ?)');
  const forgetOlder = database.prepare(
    'delete from exchange where order_id = ? and position <= (select position from exchange where order_id = ? order by position desc limit 1 offset ?)',
  );
  const listExchanges = database.prepare('select content from exchange where order_id = ? order by position');
  return {
    insertOrder: ({ orderId, number, createdAt, payee, amountCents, bank, product, retryAsSepa }) => {
      insertOrder.run(orderId, number, createdAt, payee.id, amountCents, bank.country, product, retryAsSepa ? 1 : 0);
    },
    findOrder: (orderId) => toOrder(findOrder.get(orderId)),
    setPayment: (orderId, paymentId) => void setPayment.run(paymentId, orderId),
    setBrowser: (orderId, browserHash) => void setBrowser.run(orderId, browserHash),
    listUnseen: (browserHash, since) => listUnseen.all(browserHash, since, UNSEEN_MAX).flatMap((row) => toOrder(row) ?? []),
    markSeen: (orderId) => void markSeen.run(orderId),
    setTold: (orderId, told) => void setTold.run(orderId, JSON.stringify(told)),
    findTold: (orderId) => {
      const row = findTold.get(orderId);
      return row && JSON.parse(text(row.content));
    },
    insertPending: (state, { journeyId, nonce, verifier, browserHash }) => void insertPending.run(state, journeyId, nonce, verifier, browserHash),
    takePending: (state) => {
      const row = takePending.get(state);
      return row && { journeyId: text(row.order_id), nonce: text(row.nonce), verifier: text(row.verifier), browserHash: text(row.browser_hash) };
    },
    recordExchange: (orderId, exchange) => {
      recordExchange.run(orderId, JSON.stringify(exchange));
      forgetOlder.run(orderId, orderId, EXCHANGES_MAX);
    },
    listExchanges: (orderId) => listExchanges.all(orderId).map((row): Exchange => JSON.parse(text(row.content))),
  };
}

type Row = Record<string, SQLOutputValue>;

function toOrder(row: Row | undefined): Order | undefined {
  const payee = PAYEES.find(({ id }) => id === row?.payee);
  const bank = BANKS.find(({ country }) => country === row?.bank);
  if (row === undefined || payee === undefined || bank === undefined) return undefined;
  return {
    orderId: text(row.order_id),
    number: text(row.number),
    createdAt: text(row.created_at),
    payee,
    amountCents: Number(row.amount_cents),
    bank,
    product: row.product === 'instant-sepa-credit-transfers' ? row.product : 'sepa-credit-transfers',
    retryAsSepa: row.retry_as_sepa === 1,
    paymentId: row.payment_id === null ? undefined : text(row.payment_id),
  };
}

function text(value: SQLOutputValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
