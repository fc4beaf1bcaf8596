/** Replaces a dialog that could not be loaded: shows a toast and closes. */
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
