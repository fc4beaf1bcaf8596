/** Draws the queue above all other content. A toast disappears after its time, but waits while it has the pointer or the focus (WCAG 2.2.1). */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { type Toast, type ToastQueue, toastDurationMs } from './toast-queue.ts';
import styles from './toasts.module.css';

export function Toasts({ queue }: { queue: ToastQueue }) {
  const toasts = useSyncExternalStore(queue.subscribe, queue.list, queue.list);
  const dialog = useSyncExternalStore(queue.subscribe, queue.dialog, queue.dialog);
  const shelf = useShelf(dialog, toasts.length > 0);
  return createPortal(
    toasts.map((toast) => <ToastView key={toast.id} toast={toast} onLeave={() => queue.dismiss(toast.id)} />),
    shelf,
  );
}

/** One element that is moved, so that a toast keeps its time while a dialog opens or closes. Popovers are above every dialog. */
function useShelf(dialog: HTMLElement | undefined, isFilled: boolean): HTMLElement {
  const [shelf] = useState(() => {
    const element = document.createElement('div');
    element.className = styles.toasts ?? '';
    element.popover = 'manual';
    return element;
  });
  useLayoutEffect(() => {
    (dialog ?? document.body).append(shelf);
    // Showing a popover lays out the whole page, so an empty one stays hidden. A browser without popovers draws toasts below an open dialog's
    // backdrop.
    if (isFilled && 'showPopover' in shelf) shelf.showPopover();
    return () => shelf.remove();
  }, [dialog, shelf, isFilled]);
  return shelf;
}

function ToastView({ toast, onLeave }: { toast: Toast; onLeave: () => void }) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  useCountdown(toastDurationMs(toast), isHovered || isFocused, onLeave);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only pause the timer.
    <div
      className={classNames(styles.toast, styles[toast.kind])}
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <Icon name={toast.kind === 'error' ? 'octagon' : 'okCircle'} />
      <div role={toast.kind === 'error' ? 'alert' : 'status'}>
        {toast.text}
        {toast.requestId === undefined ? null : (
          <>
            {' '}
            <code>{toast.requestId}</code>
          </>
        )}
      </div>
      <Button isIcon aria-label="Close" className={styles.button ?? ''} onClick={onLeave}>
        <Icon name="close" small />
      </Button>
    </div>
  );
}

/** Calls `onEnd` once `durationMs` have passed unpaused. */
function useCountdown(durationMs: number, isPaused: boolean, onEnd: () => void): void {
  const leftMs = useRef(durationMs);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (isPaused) return undefined;
    const startedAt = performance.now();
    const timer = setTimeout(() => end.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - startedAt;
    };
  }, [isPaused]);
}
