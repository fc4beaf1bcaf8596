/** What a customer confirms: what is hashed, and what the device shows of it. */
import type { PhoneText } from './phone-text.ts';

export interface ScaContent {
  /** Canonical JSON is hashed; amount, currency, payee name and IBAN, account … for a payment. */
  readonly canonical: unknown;
  /** Shown on the phone. */
  readonly displayText: PhoneText;
  /** For the test device: shown large. */
  readonly amount?: { readonly amount: string; readonly currency: string };
  readonly payee?: string | PhoneText;
  /** IBAN of the payee, where there is one: its last digits are keyed into a calculator. */
  readonly payeeAccount?: string;
}
