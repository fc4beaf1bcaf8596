import type { RequestFailure } from '../../../shared/store/request-failure.ts';
import type { Answer } from './outcome.ts';
import type { SampleRequest } from './samples/sample-request.ts';

/** What the page knows of the chosen test customer and of the developer's application. */
export interface RequestCustomer {
  /** Whose requests these are, in this browser. */
  readonly owner: string;
  readonly name: string | undefined;
  readonly token: string | undefined;
  readonly clientId?: string | undefined;
  /** At the fallback interface. */
  readonly userName?: string | undefined;
  readonly fallbackSession?: string | undefined;
  /** Values are on their way. */
  readonly isFilling: boolean;
  readonly isRenewing: boolean;
  /** The new token, or nothing where it was refused: then `renewFailure` says why. */
  readonly renew: () => Promise<string | undefined>;
  readonly renewFailure: RequestFailure | undefined;
  readonly prefills: Readonly<Record<string, string>>;
  readonly iban: string | undefined;
  readonly redirectUri: string | undefined;
  /** Page of the explorer, if the application may send customers back to it. */
  readonly returnPage: string | undefined;
  readonly lastBody: unknown;
  readonly forgetBody: () => Promise<void>;
  readonly readSecret: () => Promise<string>;
  /** The request as the application's programs send it, by mutual TLS or signed. Undefined: as the page sends it. */
  readonly identify?: ((request: SampleRequest) => SampleRequest) | undefined;
  /** After every answer. */
  readonly onAnswer?: (answer: Answer) => void;
}
