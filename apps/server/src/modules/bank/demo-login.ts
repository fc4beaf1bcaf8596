/** The data with which a demo customer signs in. A development server prints it when it starts; no page shows it. */
import type { AuthMethod, BankCountry, CustomerScenario } from '@portico/contract';

export interface DemoLogin {
  readonly country: BankCountry;
  readonly name: string;
  readonly userName: string;
  readonly nationalIdentityNumber: string;
  readonly phoneNumber?: string | undefined;
  readonly userNumber?: string | undefined;
  readonly type: 'person' | 'company';
  readonly authMethods: readonly AuthMethod[];
  readonly scenario: CustomerScenario;
  /** The second signatory of a company. */
  readonly coSigner?: { readonly name: string; readonly nationalIdentityNumber: string } | undefined;
}
