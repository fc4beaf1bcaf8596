/** A question with the fields of a proof: password and code. */
import type { IdentitySession, ProofBody } from '@portico/contract';
import { type FormEvent, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { isProofComplete, isProofFailure, NO_PROOF, ProofFields, toProofBody } from '../../shared/portal/proof-fields.tsx';
import { useAction } from '../../shared/portal/use-action.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './security.module.css';

interface ProofFormProps {
  question: string;
  meaning: string;
  /** On the button. */
  verb: string;
  /** Default: primary. */
  kind?: 'primary' | 'danger';
  account: IdentitySession;
  send: (proof: ProofBody) => Promise<void>;
  onCancel: () => void;
}

export function ProofForm({ question, meaning, verb, kind = 'primary', account, send, onCancel }: ProofFormProps) {
  const [proof, setProof] = useState(NO_PROOF);
  const { isPending, failure, run } = useAction();
  const form = useFocusAfterRefusal(failure);
  const isReady = isProofComplete(account, proof) && !isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void run(() => send(toProofBody(account, proof) ?? {}), isProofFailure);
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-label={question}>
      <p className="strong">{question}</p>
      <p className="small second">{meaning}</p>
      <ProofFields account={account} value={proof} onChange={setProof} failure={failure} />
      {failure === undefined || isProofFailure(failure) ? null : <ActionFailure failure={failure} />}
      <div className="row wrap">
        <Button type="submit" kind={kind} isBusy={isPending} disabled={!isReady}>
          {verb}
        </Button>
        <Button kind="secondary" disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
