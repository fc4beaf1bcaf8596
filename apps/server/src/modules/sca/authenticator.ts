/**
 * Who carries strong customer authentication out: the sandbox's test device (`test-device`), or a bank's own core (`bank-core`). This module
 * keeps the challenges; the authenticator asks the customer and says what came of it.
 */
import type { AuthMethod, BankMethod, CalculatorNumber, ChallengeForm, Locale } from '@portico/contract';
import type { Customer } from '../bank/index.ts';
import type { ChallengeEvent } from './challenge/challenge-state.ts';
import type { ReportedEnd } from './challenge/evidence.ts';
import type { ScaContent } from './challenge-content.ts';

/** What is about to be asked of a customer. */
interface AskedCustomer {
  readonly customer: Customer;
  readonly purpose: 'signIn' | 'signing';
  readonly form: ChallengeForm;
  /** Hash of the browser's device cookie. */
  readonly deviceKeyHash: string;
}

/** How a challenge that begins will end by itself. */
export interface BegunAuthentication {
  /** The answer that the device gives automatically. Absent: it gives none. */
  readonly dueAnswer?: ChallengeEvent | undefined;
  /** Seconds of real time until the automatic answer. Absent: the challenge waits for a person, for its link, or for {@link Authenticator.poll}. */
  readonly answersInSeconds?: number | undefined;
  /** The session that asks is over as soon as the challenge has begun. */
  readonly endsSession?: true | undefined;
}

/** A running challenge about which the bank's own authentication is asked repeatedly. The first question starts it at the bank. */
interface PolledChallenge {
  /** The same in every question about one challenge. */
  readonly challengeId: string;
  readonly customerId: string;
  readonly method: AuthMethod;
  readonly purpose: 'signIn' | 'signing';
  /** At most 200 characters, in the customer's language: exactly what the phone shows. */
  readonly displayText: string;
  /** Shown on the page; the phone shows it, too. */
  readonly controlCode: string | undefined;
  /** SHA-256 of what is signed, 64 hex digits: what the bank's evidence is bound to. */
  readonly contentHash: string;
  readonly secondsLeft: number;
}

/** What the bank's own authentication is asked. */
export interface AskedAtBank extends Omit<PolledChallenge, 'customerId' | 'controlCode'> {
  /** Absent: the bank says who it is. */
  readonly customerId?: string | undefined;
  readonly controlCode?: string | undefined;
  /** As the page shows them: a decimal amount with its currency, and the payee. Absent where no money moves. */
  readonly amount?: { readonly amount: string; readonly currency: string } | undefined;
  readonly payee?: string | undefined;
  /** The registered name of the provider; absent for the bank's own pages. */
  readonly provider?: string | undefined;
  readonly locale: Locale;
  /** Where the bank sends the customer afterwards. Absent: in the bank's app. */
  readonly returnAddress?: string | undefined;
  readonly createdAt: Date;
}

/** The bank's word on an authentication. `customerId`: who it was; absent where the bank does not know. */
export interface BankOutcome extends ReportedEnd {
  readonly customerId?: string | undefined;
}

/** A challenge that is answered by what a calculator showed. */
interface TypedChallenge {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly calculatorNumber: CalculatorNumber;
}

/** A challenge that the customer opens in the app, and the second for which its address is made. */
export interface LinkedChallenge {
  /** Unguessable, and of one challenge only. */
  readonly token: string;
  readonly purpose: 'signIn' | 'signing';
  /** SHA-256 of what is signed, 64 hex digits. */
  readonly contentHash: string;
  readonly locale: Locale;
  /** Whole seconds since the challenge began: of a QR code. Absent: the link for the app on the same device. */
  readonly elapsedSeconds?: number | undefined;
}

export interface Authenticator {
  /** A page of this server plays the customers' devices, which answer after so many seconds of real time. Absent: people have their own. */
  readonly testDevice?: { readonly answersInSeconds: number } | undefined;
  offers(method: AuthMethod): boolean;
  /** Called before an earlier authentication of this customer confirms something else. @throws BankUnavailable. */
  reach?(customer: Customer): Promise<void>;
  /** Called before the challenge is stored, outside every transaction. Absent: the challenge has no answer that is due. @throws BankUnavailable. */
  begin?(asked: AskedCustomer): Promise<BegunAuthentication>;
  /** Returns the customer's answer; undefined while there is none. A bank that cannot be reached is asked again, until the challenge's time is over. */
  poll?(challenge: PolledChallenge): Promise<ChallengeEvent | undefined>;
  /** The methods that the bank carries out itself, on its page or in its app. Absent: none. */
  readonly ownMethods?: readonly BankMethod[] | undefined;
  /** Returns the bank's page for a challenge, the same in every call for it. @throws BankUnavailable. */
  openPage?(asked: AskedAtBank): Promise<string>;
  /** Returns how the bank's own authentication ended; undefined while it runs. The first question starts it. @throws BankUnavailable. */
  readOutcome?(asked: AskedAtBank): Promise<BankOutcome | undefined>;
  /** The customer left: the bank stops asking. */
  cancel?(challengeId: string): Promise<void>;
  /**
   * Makes the address that opens a challenge in the customer's app. What is opened is the challenge of this address only: changed, too old, or opened by
   * another device, it opens nothing. Absent: this authenticator has no device links.
   */
  deviceLink?(linked: LinkedChallenge): string;
  /** Seconds until a device that is asked now answers automatically; undefined: it waits for a person. Absent: no device does. */
  answersIn?(deviceKeyHash: string, dueAnswer: ChallengeEvent | undefined): Promise<number | undefined>;
  /** Draws the number that the customer keys into a code calculator; each call draws another one. Absent: this authenticator has no calculators. */
  drawNumber?(content: ScaContent, contentHash: string): CalculatorNumber;
  /** Returns true if `response` is what the customer's calculator shows for the number of the challenge. */
  verify?(challenge: TypedChallenge, response: string): boolean;
}
