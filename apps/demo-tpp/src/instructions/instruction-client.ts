/** What the shop asks the bank about instructions: to take one, what became of it, to cancel it. */
import { type CreatedPayment, readCreatedPayment, readPaymentStatus } from '../bank-answers.ts';
import type { BankCall, BankRequest } from '../bank-call.ts';
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

export function createInstructionClient({ publicUrl, issuer }: Pick<Settings, 'publicUrl' | 'issuer'>, call: BankCall): InstructionClient {
  async function ask({ instruction, token, customerAddress }: Visit, path: string, request: BankRequest) {
    const { service } = KINDS[instruction.kind];
    const headers = { 'psu-ip-address': customerAddress, ...request.headers };
    const response = await call(instruction.instructionId, `/${service}/${instruction.product}${path}`, token, { ...request, headers });
    const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
    return { status: response.status, body };
  }

  async function read<Answer>(visit: Visit, path: string, toAnswer: (body: unknown) => Answer | undefined): Promise<Answer> {
    const { status, body } = await ask(visit, `/${bankId(visit)}${path}`, { method: 'GET' });
    const answer = status === 200 ? toAnswer(body) : undefined;
    if (answer === undefined) throw toReadingProblem(status, body);
    return answer;
  }

  /** The customer goes only to the bank that was asked. */
  function requireBank(address: string, toProblem: ToProblem): string {
    if (URL.parse(address)?.origin !== new URL(issuer).origin) throw toProblem(502, undefined);
    return address;
  }

  return {
    async create(visit) {
      const { instruction } = visit;
      const page = `${publicUrl}${pageOf(instruction)}`;
      const { status, body } = await ask(visit, '', {
        method: 'POST',
        headers: {
          'x-request-id': toUuid(instruction.instructionId),
          'tpp-redirect-uri': `${page}/signed`,
          'tpp-nok-redirect-uri': `${page}/not-signed`,
        },
        body: instruction.initiation,
      });
      const created = status === 201 ? readCreatedPayment(body) : undefined;
      if (created === undefined) throw toOrderProblem(status, body);
      requireBank(created.scaRedirect, toOrderProblem);
      return created;
    },

    async read(visit) {
      const status = await read(visit, '/status', readPaymentStatus);
      const list = PARTS[visit.instruction.kind];
      if (list === undefined) return { ...status, nextExecutionDate: undefined, parts: [] };
      // Read after the status, so that it is never older than its parts.
      return { ...(await read(visit, '', (body) => readInstruction(body, list))), message: status.message, code: status.code };
    },

    async cancel(visit) {
      const page = `${publicUrl}${pageOf(visit.instruction)}`;
      const headers = { 'tpp-redirect-uri': `${page}/cancelled`, 'tpp-nok-redirect-uri': `${page}/not-cancelled` };
      const { status, body } = await ask(visit, `/${bankId(visit)}`, { method: 'DELETE', headers });
      if (status === 204) return undefined;
      const scaRedirect = status === 202 ? readScaRedirect(body) : undefined;
      if (scaRedirect === undefined) throw toCancellationProblem(status, body);
      return requireBank(scaRedirect, toCancellationProblem);
    },
  };
}

const bankId = ({ instruction }: Visit) => encodeURIComponent(instruction.paymentId ?? '');

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
