/** The addresses that all kinds of instructions share: one of them, the way to the bank and back, the cancellation. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../page-answers.ts';
import type { PendingSignIn } from '../shop-store.ts';
import { describeSignInError } from '../sign-in-answer.ts';
import { beginVisit, knowBrowser, recordBrowser } from '../sign-in-visits.ts';
import { INSTRUCTION_KINDS, type Instruction, KINDS, type NewInstruction, newInstructionId, pageOf } from './instruction.ts';
import { draftPage, statePage } from './instruction-page.ts';
import { answering, type InstructionDeps, sendProblem, visitOf, withInstruction } from './instruction-visit.ts';

/** Where the bank sends customers back to. The bank is asked all the same. */
const WAYS_BACK = ['', '/signed', '/not-signed', '/cancelled', '/not-cancelled'];

export function registerInstructionRoutes(app: FastifyInstance, deps: InstructionDeps): void {
  for (const kind of INSTRUCTION_KINDS) {
    const one = `${KINDS[kind].path}/:instructionId`;
    for (const ending of WAYS_BACK) app.get(`${one}${ending}`, withInstruction(deps, kind, show(deps)));
    app.post(`${one}/sign-in`, withInstruction(deps, kind, signIn(deps)));
    app.post(`${one}/cancel`, withInstruction(deps, kind, cancel(deps)));
  }
}

/** Keeps what a form ordered; nothing is sent yet. */
export function keepInstruction(deps: InstructionDeps, request: FastifyRequest, reply: FastifyReply, ordered: NewInstruction): Instruction {
  const instruction: Instruction = {
    ...ordered,
    instructionId: newInstructionId(),
    createdAt: new Date(deps.now()).toISOString(),
    browserHash: knowBrowser(request, reply),
    paymentId: undefined,
  };
  deps.instructions.insert(instruction);
  return instruction;
}

export function toSignIn(deps: InstructionDeps, request: FastifyRequest, reply: FastifyReply, instruction: Instruction): Promise<FastifyReply> {
  const { instructionId, country } = instruction;
  return answering(deps, reply, instruction, async () =>
    reply.redirect(await beginVisit(deps, request, reply, { journeyId: instructionId, country }), 303),
  );
}

interface Return {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly callback: URL;
  readonly pending: PendingSignIn;
  readonly instruction: Instruction;
}

/** Back from the sign-in: the order is sent, unless it was and only its token had run out. */
export function comeBackToInstruction(
  deps: InstructionDeps,
  { request, reply, callback, pending, instruction }: Return,
): FastifyReply | Promise<FastifyReply> {
  const answer = callback.searchParams;
  if (answer.has('error')) {
    return sendProblem(deps, reply, instruction, { status: 200, ...describeSignInError(answer), text: 'Nothing was ordered or changed.' }, 'signIn');
  }
  return answering(deps, reply, instruction, async () => {
    deps.tokens.keep(instruction.instructionId, await deps.bank.finishSignIn(callback, answer.get('state') ?? '', pending));
    if (instruction.paymentId !== undefined) return reply.redirect(pageOf(instruction), 303);
    const { paymentId, scaRedirect } = await deps.instructionCalls.create(visitOf(deps, instruction, request));
    deps.instructions.setPayment(instruction.instructionId, paymentId);
    return toBank(deps, reply, instruction, scaRedirect);
  });
}

function signIn(deps: InstructionDeps) {
  return (instruction: Instruction, request: FastifyRequest, reply: FastifyReply) => toSignIn(deps, request, reply, instruction);
}

function show(deps: InstructionDeps) {
  return async (instruction: Instruction, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const exchanges = () => deps.store.listExchanges(instruction.instructionId);
    if (instruction.paymentId === undefined) return sendPage(reply, 200, draftPage({ instruction, exchanges: exchanges() }));
    const state = await deps.instructionCalls.read(visitOf(deps, instruction, request));
    const now = `${new Date(deps.now()).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
    return sendPage(reply, 200, statePage({ instruction, exchanges: exchanges(), state, now }));
  };
}

function cancel(deps: InstructionDeps) {
  return async (instruction: Instruction, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (instruction.paymentId === undefined) return reply.redirect(pageOf(instruction), 303);
    const scaRedirect = await deps.instructionCalls.cancel(visitOf(deps, instruction, request));
    return scaRedirect === undefined ? reply.redirect(pageOf(instruction), 303) : toBank(deps, reply, instruction, scaRedirect);
  };
}

function toBank({ store }: InstructionDeps, reply: FastifyReply, { instructionId }: Instruction, scaRedirect: string): FastifyReply {
  recordBrowser(store, instructionId, scaRedirect);
  return reply.redirect(scaRedirect, 303);
}
