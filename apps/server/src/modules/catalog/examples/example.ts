/** The form of an example, and who appears in them: the first customer of the sandbox that a new installation seeds. */
import type { Json, JsonObject } from '../json.ts';

export interface OperationExamples {
  /** By parameter. */
  readonly query?: JsonObject;
  /** By name. */
  readonly request?: Readonly<Record<string, { readonly summary: string; readonly value: JsonObject }>>;
  /** By status. */
  readonly answers?: Readonly<Record<number, Json>>;
}

export const CUSTOMER = { account: 'EE749900111313760010', savings: 'EE149900111313760023' } as const;
/** A shop that the sandbox's payee verification knows. */
export const SHOP = { iban: 'EE869800100045081764', name: 'Lumen Books OÜ' } as const;

/** Below the API's base; the examples' host is the documentation's. */
export const linkTo = (path: string) => ({ href: `https://portal.example/api/v1/${path}` });
export const SCA_REDIRECT = { href: 'https://portal.example/bank/sca/Zk1vR2pXc0JtTnE4' } as const;

/** Stands for a day that is half a year ahead or a little more when the server starts. */
export const DAY_AHEAD = '1999-01-01';
