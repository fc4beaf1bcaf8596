/** The toasts that are up. A plain queue, so that the store's listener and components can both add to it. */
import { ERROR_TOAST_MS, TOAST_MS } from '@portico/contract/values';

export interface Toast {
  readonly id: number;
  readonly kind: 'ok' | 'error';
  readonly text: string;
  /** Shown small: what to tell the support. */
  readonly requestId?: string;
}

export interface ToastQueue {
  show(toast: Omit<Toast, 'id'>): void;
  dismiss(id: number): void;
  /** Draws them inside this dialog until the answered function is called: what is outside of an open one can be neither heard nor pressed. */
  moveInto(dialog: HTMLElement): () => void;
  /** The same array until something changes. */
  list(): readonly Toast[];
  /** The dialog that is open last. */
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
      // The same sentence twice is one toast that starts anew.
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
