/** `?m=confirmDelete` (specification §2). The safe answer has the focus. YES also needs the account's name, its password and a code, where it has them. */
import { type FormEvent, useRef, useState } from 'react';
import type { AuthRoot } from '../../shared/auth/auth-slice.ts';
import { useIdentitySession } from '../../shared/auth/use-identity-session.ts';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { Modal } from '../../shared/portal/modal.tsx';
import type { PortalModalProps } from '../../shared/portal/modal-props.ts';
import { isProofComplete, isProofFailure, NO_PROOF, ProofFields, toProofBody } from '../../shared/portal/proof-fields.tsx';
import { goTo } from '../../shared/portal/router/place.ts';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import styles from './auth.module.css';
import { deleteProfile } from './auth-calls.ts';

export function ConfirmDeleteModal({ isClosing, onClose }: PortalModalProps) {
  const dispatch = useAppDispatch();
  const cancel = useRef<HTMLButtonElement>(null);
  const userName = useAppSelector((state: AuthRoot) => state.auth.userName) ?? '';
  const { value: session, failure: unread, reload } = useIdentitySession();
  const [name, setName] = useState('');
  const [proof, setProof] = useState(NO_PROOF);
  const { isPending, failure } = useFormRequest(deleteProfile.typePrefix);
  const form = useFocusAfterRefusal(failure);
  const isReady = session !== undefined && name.trim() === userName && isProofComplete(session, proof) && !isPending;
  const deleteNow = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const done = await dispatch(deleteProfile(toProofBody(session, proof)));
    if (deleteProfile.fulfilled.match(done)) goTo('/logout', { replace: true });
  };
  return (
    <Modal title="Delete profile" isClosing={isClosing} initialFocus={cancel} onClose={onClose}>
      <form ref={form} className={styles.body} onSubmit={(event) => void deleteNow(event)} noValidate>
        <p className="strong">Are you sure you want to delete your development portal profile?</p>
        <p className="small second">Your applications, their tokens, your test customers and their data go with it. This cannot be undone.</p>
        <TextField
          label="Your e-mail address"
          name="email"
          type="email"
          autoComplete="off"
          value={name}
          hint={`Type ${userName} to confirm.`}
          onChange={(event) => setName(event.target.value)}
        />
        <ProofFields account={session} value={proof} onChange={setProof} failure={failure} />
        {unread === undefined ? null : <LoadFailure failure={unread} onRetry={reload} />}
        {failure === undefined || isProofFailure(failure) ? null : <ActionFailure isAlone failure={failure} />}
        <div className={styles.answers}>
          <Button ref={cancel} kind="secondary" onClick={onClose}>
            <span className="caps">CANCEL</span>
          </Button>
          <Button type="submit" kind="danger" isBusy={isPending} disabled={!isReady}>
            <span className="caps">YES</span>
          </Button>
        </div>
      </form>
    </Modal>
  );
}
