/** What the shop asks the bank about instructions: to take one, what became of it, to cancel it. */
import { ApiError, type Client } from '@portico/client';
import { type CreatedPayment, readCreatedPayment, readPaymentStatus } from '../bank-answers.ts';
import { answerOf, type BankApi } from '../bank-api.ts';
import type { Settings } from '../settings.ts';
import { type Instruction, KINDS, pageOf } from './instruction.ts';
import { type InstructionState, readInstruction, readScaRedirect } from './instruction-answers.ts';
import { type ToProblem, toCancellationProblem, toOrderProblem, toReadingProblem } from './instruction-problem.ts';

/** In whose name, and from where. The customer sits before the page: the bank is told so. */
export interface Visit {
  readonly instruction: Instruction;
  readonly token: string;
  readonly customerAddress: string;
}

/** Every call @throws BankProblem; `InstructionProblem` with the bank's code. */
export interface InstructionClient {
  /** Sent twice it is still one payment: the instruction's id is the id of the request. */
  create(visit: Visit): Promise<CreatedPayment>;
  read(visit: Visit): Promise<InstructionState>;
  /** The address at the bank where the customer approves the cancellation; undefined when it is done. */
  cancel(visit: Visit): Promise<string | undefined>;
}

/** Where the parts of each kind stand in the bank's answer. */
const PARTS = { subscription: 'executions', payroll: 'payments', later: undefined } as const;

export function createInstructionClient({ publicUrl, bank }: Pick<Settings, 'publicUrl' | 'bank'>, api: BankApi): InstructionClient {
  const clientOf = ({ instruction, token }: Visit) => api(instruction.instructionId, token);
  /** The bank's own words for its refusal become the shop's. */
  async function ask(call: Parameters<typeof answerOf>[0], toProblem: ToProblem) {
    return answerOf(call).catch((error: unknown) => {
      throw error instanceof ApiError ? toProblem(error) : error;
    });
  }

  async function read<Answer>(call: Parameters<typeof answerOf>[0], toAnswer: (body: unknown) => Answer | undefined): Promise<Answer> {
    const answer = toAnswer((await ask(call, toReadingProblem)).body);
    if (answer === undefined) throw toReadingProblem();
    return answer;
  }

  /** The customer goes only to the bank that was asked. */
  function requireBank(address: string, toProblem: ToProblem): string {
    if (URL.parse(address)?.origin !== bank) throw toProblem();
    return address;
  }

  return {
    async create(visit) {
      const { instruction, customerAddress } = visit;
      const page = `${publicUrl}${pageOf(instruction)}`;
      const back = { 'TPP-Redirect-URI': `${page}/signed`, 'TPP-Nok-Redirect-URI': `${page}/not-signed` };
      const header = { 'PSU-IP-Address': customerAddress, 'X-Request-ID': toUuid(instruction.instructionId), ...back };
      const { body } = await ask(send(clientOf(visit), instruction, header), toOrderProblem);
      const created = readCreatedPayment(body);
      if (created === undefined) throw toOrderProblem();
      requireBank(created.scaRedirect, toOrderProblem);
      return created;
    },

    async read(visit) {
      const client = clientOf(visit);
      const params = { path: pathOf(visit) };
      const { kind } = visit.instruction;
      const status = await read(client.GET(`/v1/${KINDS[kind].service}/{paymentProduct}/{paymentId}/status`, { params }), readPaymentStatus);
      const list = PARTS[kind];
      if (list === undefined) return { ...status, nextExecutionDate: undefined, parts: [] };
      // Read after the status, so that it is never older than its parts.
      const whole = client.GET(`/v1/${KINDS[kind].service}/{paymentProduct}/{paymentId}`, { params });
      return { ...(await read(whole, (body) => readInstruction(body, list))), message: status.message, code: status.code };
    },

    async cancel(visit) {
      const page = `${publicUrl}${pageOf(visit.instruction)}`;
      const header = { 'TPP-Redirect-URI': `${page}/cancelled`, 'TPP-Nok-Redirect-URI': `${page}/not-cancelled` };
      const params = { path: pathOf(visit), header };
      const { service } = KINDS[visit.instruction.kind];
      const cancelled = clientOf(visit).DELETE(`/v1/${service}/{paymentProduct}/{paymentId}`, { params });
      const { status, body } = await ask(cancelled, toCancellationProblem);
      if (status === 204) return undefined;
      const scaRedirect = readScaRedirect(body);
      if (scaRedirect === undefined) throw toCancellationProblem();
      return requireBank(scaRedirect, toCancellationProblem);
    },
  };
}

interface OrderHeader {
  readonly 'PSU-IP-Address': string;
  readonly 'TPP-Redirect-URI': string;
  readonly 'X-Request-ID': string;
}

/** Each kind has its own call, whose body has its own type. */
function send(client: Client, instruction: Instruction, header: OrderHeader): Parameters<typeof answerOf>[0] {
  const params = { header, path: { paymentProduct: instruction.product } };
  switch (instruction.kind) {
    case 'subscription':
      return client.POST('/v1/periodic-payments/{paymentProduct}', { params, body: instruction.initiation });
    case 'payroll':
      return client.POST('/v1/bulk-payments/{paymentProduct}', { params, body: instruction.initiation });
    case 'later':
      return client.POST('/v1/payments/{paymentProduct}', { params, body: instruction.initiation });
  }
}

const pathOf = ({ instruction }: Visit) => ({ paymentProduct: instruction.product, paymentId: instruction.paymentId ?? '' });

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
