/** Deletes the shown application, after a question. As for the whole profile, the server requires the password of an account that has one. */
import type { ListedApplication } from '@portico/contract';
import { type FormEvent, useRef, useState } from 'react';
import { deleteApplication } from '../../shared/application/applications.ts';
import { useIdentitySession } from '../../shared/auth/use-identity-session.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Confirm } from '../../shared/portal/confirm.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { isProofComplete, isProofFailure, NO_PROOF, ProofFields, toProofBody } from '../../shared/portal/proof-fields.tsx';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';

interface DeleteApplicationProps {
  application: ListedApplication;
  onDeleted: () => void;
}

export function DeleteApplication({ application, onDeleted }: DeleteApplicationProps) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    setIsAsking(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return isAsking ? (
    <Question application={application} onDeleted={onDeleted} onCancel={cancel} />
  ) : (
    <Button ref={button} kind="quiet" isDense onClick={() => setIsAsking(true)}>
      Delete {application.clientName}
    </Button>
  );
}

function Question({ application: { clientId, clientName }, onDeleted, onCancel }: DeleteApplicationProps & { onCancel: () => void }) {
  const dispatch = useAppDispatch();
  const { value: session, failure: unread, reload } = useIdentitySession();
  const [proof, setProof] = useState(NO_PROOF);
  const [isMissing, setIsMissing] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const { isPending, failure } = useFormRequest(deleteApplication.typePrefix);
  const isComplete = isProofComplete(session, proof);
  const missing = {
    ...(isMissing && proof.password === '' && { password: 'Enter the password of your account.' }),
    ...(isMissing && proof.code.trim() === '' && { code: 'Enter a code.' }),
  };
  const focusOn = (isOfCode: boolean) => ((isOfCode ? codeField : passwordField).current ?? codeField.current)?.focus();
  const remove = async () => {
    if (isPending || unread !== undefined) return;
    setIsMissing(!isComplete);
    if (!isComplete) {
      focusOn(proof.password !== '');
      return;
    }
    const deleted = await dispatch(deleteApplication({ clientId, proof: toProofBody(session, proof) }));
    if (deleteApplication.fulfilled.match(deleted)) onDeleted();
    else focusOn(deleteApplication.rejected.match(deleted) && deleted.payload?.code === 'SECOND_FACTOR_WRONG');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void remove();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Confirm question={`Delete ${clientName}?`} yes="Delete" isPending={isPending} onYes={() => void remove()} onNo={onCancel}>
        <p>Its client id, test customers, consents, payments and tokens go with it. Your other applications stay as they are.</p>
        <ProofFields
          account={session}
          value={proof}
          onChange={setProof}
          failure={failure}
          missing={missing}
          passwordRef={passwordField}
          codeRef={codeField}
        />
        {unread === undefined ? null : <LoadFailure failure={unread} onRetry={reload} />}
        {failure === undefined || isProofFailure(failure) || isMissing ? null : <ActionFailure isAlone failure={failure} />}
      </Confirm>
    </form>
  );
}
