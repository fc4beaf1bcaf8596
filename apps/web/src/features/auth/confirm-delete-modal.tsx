/** `?m=confirmDelete` (specification §2). The safe answer has the focus. */
import { useRef } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Modal } from '../../shared/portal/modal.tsx';
import type { PortalModalProps } from '../../shared/portal/modal-props.ts';
import { goTo } from '../../shared/portal/router/place.ts';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './auth.module.css';
import { deleteProfile } from './auth-calls.ts';

export function ConfirmDeleteModal({ isClosing, onClose }: PortalModalProps) {
  const dispatch = useAppDispatch();
  const cancel = useRef<HTMLButtonElement>(null);
  const { isPending, failure } = useFormRequest(deleteProfile.typePrefix);
  const deleteNow = async () => {
    const done = await dispatch(deleteProfile());
    if (deleteProfile.fulfilled.match(done)) goTo('/logout', { replace: true });
  };
  return (
    <Modal title="Delete profile" isClosing={isClosing} initialFocus={cancel} onClose={onClose}>
      <div className={styles.body}>
        <p className="strong">Are you sure you want to delete your development portal profile?</p>
        <p className="small second">Your application, its tokens, your test customers and their data go with it. This cannot be undone.</p>
        {failure === undefined ? null : <ActionFailure failure={failure} />}
        <div className={styles.answers}>
          <Button ref={cancel} kind="secondary" onClick={onClose}>
            <span className="caps">CANCEL</span>
          </Button>
          <Button kind="danger" isBusy={isPending} onClick={() => void deleteNow()}>
            <span className="caps">YES</span>
          </Button>
        </div>
      </div>
    </Modal>
  );
}
