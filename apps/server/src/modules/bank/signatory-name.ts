import type { Customer } from './bank.ts';

/** The person who authenticates and signs: of a company the representative, not the company. */
export function signatoryNameOf({ firstName, surname }: Pick<Customer, 'firstName' | 'surname'>): string {
  return `${firstName} ${surname}`;
}
