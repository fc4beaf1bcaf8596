/** The visible toasts. A plain queue, so that the store's middleware and components can both add to it. */
import { ERROR_TOAST_MS, TOAST_MS } from '@portico/contract/values';

export interface Toast {
  readonly id: number;
  readonly kind: 'ok' | 'error';
  readonly text: string;
  /** Shown small: the request id for the support. */
  readonly requestId?: string;
}

export interface ToastQueue {
  show(toast: Omit<Toast, 'id'>): void;
  dismiss(id: number): void;
  /** Moves the toasts into a dialog until the returned function is called, because content outside an open dialog is inert. */
  moveInto(dialog: HTMLElement): () => void;
  /** Returns the same array until a change. */
  list(): readonly Toast[];
  /** The dialog that was opened last. */
  dialog(): HTMLElement | undefined;
  subscribe(listener: () => void): () => void;
}

/** Specification §9: 3000 ms, errors 6000 ms. */
export function toastDurationMs(toast: Pick<Toast, 'kind'>): number {
  return toast.kind === 'error' ? ERROR_TOAST_MS : TOAST_MS;
}

export function createToastQueue(): ToastQueue {
  let toasts: readonly Toast[] = [];
  let dialogs: readonly HTMLElement[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const change = (next: readonly Toast[]) => {
    toasts = next;
    notify();
  };
  const changeDialogs = (next: readonly HTMLElement[]) => {
    dialogs = next;
    notify();
  };
  return {
    show(toast) {
      lastId += 1;
      // A repeated text replaces its toast and restarts its time.
      change([...toasts.filter((other) => other.text !== toast.text), { ...toast, id: lastId }]);
    },
    dismiss: (id) => change(toasts.filter((toast) => toast.id !== id)),
    moveInto(dialog) {
      changeDialogs([...dialogs, dialog]);
      return () => changeDialogs(dialogs.filter((other) => other !== dialog));
    },
    list: () => toasts,
    dialog: () => dialogs.at(-1),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
