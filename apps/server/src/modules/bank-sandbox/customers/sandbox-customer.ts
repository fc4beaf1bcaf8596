/** A customer of the sandbox bank. Users of the `Bank` port get the same object with the members that every bank has. */
import type { CustomerScenario } from '@portico/contract';
import type { Customer } from '#modules/bank/index.ts';

export interface SandboxCustomer extends Customer {
  userName: string;
  /** The scenario of this customer. */
  scenario: CustomerScenario;
  /** Of a company: the private customer who represents it. Absent: the representative is no customer apart from the company. */
  representedBy?: string | undefined;
}

/** A customer of another bank has no scenario, so they approve. */
export function scenarioOf(customer: Customer | SandboxCustomer): CustomerScenario {
  return 'scenario' in customer ? customer.scenario : 'approves';
}
