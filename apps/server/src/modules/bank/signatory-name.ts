import type { Customer } from './bank.ts';

/** The name of the person who authenticates and signs: for a company its representative, not the company. */
export function signatoryNameOf({ firstName, surname }: Pick<Customer, 'firstName' | 'surname'>): string {
  return `${firstName} ${surname}`;
}
