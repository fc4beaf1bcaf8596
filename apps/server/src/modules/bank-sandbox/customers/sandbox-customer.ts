/** A customer of the sandbox bank. Who asks the `Bank` port gets the same object and sees the part that every bank has. */
import type { CustomerScenario } from '@portico/contract';
import type { Customer } from '#modules/bank/index.ts';

export interface SandboxCustomer extends Customer {
  userName: string;
  /** What the sandbox plays in this customer's journeys. */
  scenario: CustomerScenario;
}

/** Of a customer that another bank answered: nothing is played. */
export function scenarioOf(customer: Customer | SandboxCustomer): CustomerScenario {
  return 'scenario' in customer ? customer.scenario : 'approves';
}
