/** Draws the queue. A toast leaves by itself, but waits while the pointer or the focus is on it (WCAG 2.2.1). */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { type Toast, type ToastQueue, toastDurationMs } from './toast-queue.ts';
import styles from './toasts.module.css';

export function Toasts({ queue }: { queue: ToastQueue }) {
  const toasts = useSyncExternalStore(queue.subscribe, queue.list);
  return (
    <div className={styles.toasts}>
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} onLeave={() => queue.dismiss(toast.id)} />
      ))}
    </div>
  );
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
