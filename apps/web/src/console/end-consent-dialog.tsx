/** Ends one consent for the bank, with a reason. */
import { CONSOLE_REASONS, type ConsoleReason } from '@portico/contract/values';
import { useState } from 'react';
import { SelectField } from '../shared/portal/select-field.tsx';
import styles from './console.module.css';
import type { PageProps } from './page-props.ts';
import { REASON_NAMES } from './show-dialog.tsx';
import { WordsDialog } from './words-dialog.tsx';

interface EndConsentDialogProps extends Pick<PageProps, 'calls' | 'onEnded'> {
  readonly consentId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function EndConsentDialog({ consentId, calls, onEnded, onClose, onDone }: EndConsentDialogProps) {
  const [reason, setReason] = useState<ConsoleReason>('customerAsks');
  return (
    <WordsDialog
      title="End the consent"
      button="End the consent"
      onEnded={onEnded}
      onClose={onClose}
      onSubmit={async (words) => {
        await calls.endConsent({ consentId, reason, words });
        onDone();
      }}
    >
      <ul className={styles.changes}>
        <li>The provider’s next reading is refused with 401 CONSENT_EXPIRED.</li>
        <li>The customer reads that the bank ended it, and can give a new consent.</li>
        <li>You cannot undo it.</li>
      </ul>
      <SelectField
        label="Reason"
        options={CONSOLE_REASONS.map((value) => ({ value, label: REASON_NAMES[value] }))}
        value={reason}
        onChange={setReason}
      />
    </WordsDialog>
  );
}
