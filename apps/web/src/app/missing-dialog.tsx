/** Instead of a dialog that did not come: it is said, and the page stays as it was. */
import { useEffect } from 'react';
import { useExtra } from '../shared/portal/use-extra.ts';

export function MissingDialog({ isClosing = false, onClose }: { isClosing?: boolean; onClose: () => void }) {
  const { toasts } = useExtra();
  useEffect(() => {
    if (isClosing) return;
    toasts.show({ kind: 'error', text: 'This could not be opened. Check your connection, then try again.' });
    onClose();
  }, [isClosing, onClose, toasts]);
  return null;
}
