/** Instructions in the shop's file. What became of them is not in it, save in the recorded exchanges: every page asks the bank anew. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { BankCountry } from '../bank-types.ts';
import { BANKS } from '../checkout.ts';
import { INSTRUCTION_KINDS, type Instruction, type InstructionKind, type Order } from './instruction.ts';

export interface InstructionStore {
  insert(instruction: Omit<Instruction, 'paymentId'> & Order): void;
  find(instructionId: string): Instruction | undefined;
  /** Newest first. */
  listOf(browserHash: string, kind: InstructionKind): readonly Instruction[];
  setPayment(instructionId: string, paymentId: string): void;
}

const LISTED_MAX = 20;
const TABLE = `create table if not exists instruction (
  instruction_id text primary key, kind text not null, country text not null, product text not null, initiation text not null,
  created_at text not null, browser_hash text not null, payment_id text) strict;
create index if not exists instruction_browser on instruction (browser_hash, kind);`;

export function openInstructionStore(database: DatabaseSync): InstructionStore {
  database.exec(TABLE);
  const insert = database.prepare('insert into instruction values (?, ?, ?, ?, ?, ?, ?, null)');
  const find = database.prepare('select * from instruction where instruction_id = ?');
  const listOf = database.prepare('select * from instruction where browser_hash = ? and kind = ? order by created_at desc limit ?');
  const setPayment = database.prepare('update instruction set payment_id = ? where instruction_id = ?');
  return {
    insert: ({ instructionId, kind, country, product, initiation, createdAt, browserHash }) =>
      void insert.run(instructionId, kind, country, product, JSON.stringify(initiation), createdAt, browserHash),
    find: (instructionId) => toInstruction(find.get(instructionId)),
    listOf: (browserHash, kind) => listOf.all(browserHash, kind, LISTED_MAX).flatMap((row) => toInstruction(row) ?? []),
    setPayment: (instructionId, paymentId) => void setPayment.run(paymentId, instructionId),
  };
}

function toInstruction(row: Record<string, SQLOutputValue> | undefined): Instruction | undefined {
  const order = row && toOrder(String(row.kind), String(row.initiation));
  const country = BANKS.map((bank): BankCountry => bank.country).find((known) => known === row?.country);
  if (row === undefined || order === undefined || country === undefined) return undefined;
  return {
    ...order,
    instructionId: String(row.instruction_id),
    country,
    product: row.product === 'instant-sepa-credit-transfers' ? row.product : 'sepa-credit-transfers',
    createdAt: String(row.created_at),
    browserHash: String(row.browser_hash),
    paymentId: row.payment_id === null ? undefined : String(row.payment_id),
  };
}

function toOrder(kind: string, initiation: string): Order | undefined {
  return INSTRUCTION_KINDS.some((known) => known === kind) ? JSON.parse(`{"kind":${JSON.stringify(kind)},"initiation":${initiation}}`) : undefined;
}
