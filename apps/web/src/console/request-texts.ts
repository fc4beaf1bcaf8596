/** What requests for a second person are called, and what a confirmation changes. */
import type { ConsoleRequestKind, ConsoleRequestState } from '@portico/contract/values';

interface KindText {
  /** Of the button that performs the act. */
  readonly act: string;
  readonly ask: string;
  readonly changes: readonly string[];
}

export const KIND_TEXTS: Readonly<Record<ConsoleRequestKind, KindText>> = {
  suspend: {
    act: 'Suspend the application',
    ask: 'Ask for the suspension',
    changes: [
      'The calls of the application are refused with 403 SERVICE_BLOCKED.',
      'Its tokens, consents, statements and open signing sessions end. Lifting the suspension does not restore them.',
    ],
  },
  lift: {
    act: 'Lift the suspension',
    ask: 'Ask to lift the suspension',
    changes: ['The application may call the API again.', 'Customers have to give access again.'],
  },
};

export const STATE_NAMES: Readonly<Record<ConsoleRequestState, string>> = {
  waiting: 'Waits',
  confirmed: 'Done',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  overtaken: 'Changed since, nothing done',
};
