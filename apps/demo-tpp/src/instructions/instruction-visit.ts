/** Who is let in to the pages of instructions, and what becomes a page when the bank does not give what was asked. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BankClient } from '../bank-client.ts';
import { BankProblem, type Problem } from '../bank-problem.ts';
import { formOf, sendPage } from '../page-answers.ts';
import { link, messagePage } from '../pages/layout.ts';
import type { Settings } from '../settings.ts';
import type { ShopStore } from '../shop-store.ts';
import { browserHashOf } from '../sign-in-visits.ts';
import type { TokenVault } from '../token-vault.ts';
import type { Instruction, InstructionKind } from './instruction.ts';
import type { InstructionClient, Visit } from './instruction-client.ts';
import { instructionProblemPage } from './instruction-page.ts';
import { InstructionProblem, signInNeeded, type WayOn } from './instruction-problem.ts';
import type { InstructionStore } from './instruction-store.ts';

export interface InstructionDeps {
  readonly settings: Pick<Settings, 'publicUrl' | 'bank'>;
  readonly store: ShopStore;
  readonly instructions: InstructionStore;
  readonly bank: Pick<BankClient, 'startSignIn' | 'finishSignIn'>;
  readonly instructionCalls: InstructionClient;
  readonly tokens: TokenVault;
  readonly now: () => number;
}

type Handler = (instruction: Instruction, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** Lets in the browser that ordered; what goes wrong at the bank becomes a page. */
export function withInstruction(deps: InstructionDeps, kind: InstructionKind, handle: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const instruction = request.method !== 'GET' && isCrossSite(request) ? undefined : ownInstruction(deps, kind, request);
    return instruction === undefined ? notFound(reply) : answering(deps, reply, instruction, async () => handle(instruction, request, reply));
  };
}

/** @throws InstructionProblem where the sign-in has run out */
export function visitOf({ tokens }: InstructionDeps, instruction: Instruction, request: FastifyRequest): Visit {
  const token = tokens.find(instruction.instructionId);
  if (token === undefined) throw signInNeeded();
  return { instruction, token, customerAddress: request.ip };
}

export async function answering(
  deps: InstructionDeps,
  reply: FastifyReply,
  instruction: Instruction,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BankProblem)) throw error;
    const { status, title, detail } = error.problem;
    const isOurs = error instanceof InstructionProblem;
    const text = isOurs ? error.problem.text : 'What you signed before still stands; nothing else changed. Wait a moment and try again.';
    // To a browser 401 would mean a password, and 405 a wrong form: the page explains it.
    const shown = { status: status === 401 || status === 405 ? 200 : status, title, text, detail };
    return sendProblem(deps, reply, instruction, shown, isOurs ? error.wayOn : 'retry');
  }
}

export function sendProblem({ store }: InstructionDeps, reply: FastifyReply, instruction: Instruction, problem: Problem, wayOn: WayOn): FastifyReply {
  const exchanges = store.listExchanges(instruction.instructionId);
  return sendPage(reply, problem.status, instructionProblemPage({ instruction, exchanges, problem, wayOn }));
}

function ownInstruction({ instructions }: InstructionDeps, kind: InstructionKind, request: FastifyRequest): Instruction | undefined {
  const instruction = instructions.find(String(formOf(request.params).instructionId));
  return instruction?.kind === kind && instruction.browserHash === browserHashOf(request) ? instruction : undefined;
}

function notFound(reply: FastifyReply): FastifyReply {
  const text = 'The shop has no order at this address for this browser. Nothing was paid or cancelled.';
  return sendPage(reply, 404, messagePage({ title: 'There is no such order', text, actions: link('/', 'Back to the shop', 'primary') }));
}

export const isCrossSite = (request: FastifyRequest) => request.headers['sec-fetch-site'] === 'cross-site';
