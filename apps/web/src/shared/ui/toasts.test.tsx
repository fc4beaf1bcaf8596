import { COPY_CONFIRMATION_MS, ERROR_TOAST_MS, TOAST_MS } from '@portico/contract/values';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToastQueue } from './toast-queue.ts';
import { Toasts } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(kind: 'ok' | 'error') {
  const queue = createToastQueue();
  render(<Toasts queue={queue} />);
  act(() => queue.show({ kind, text: 'Said.' }));
  return queue;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const isShown = () => screen.queryByText('Said.') !== null;

describe('toasts', () => {
  it('have the specified times', () => {
    expect(TOAST_MS).toBe(3000);
    expect(ERROR_TOAST_MS).toBe(6000);
    expect(COPY_CONFIRMATION_MS).toBe(3000);
  });
  it('close by themselves after 3000 ms', () => {
    show('ok');
    pass(TOAST_MS - 1);
    expect(isShown()).toBe(true);
    pass(1);
    expect(isShown()).toBe(false);
  });
  it('stay 6000 ms when they tell an error', () => {
    show('error');
    expect(screen.getByRole('alert').textContent).toBe('Said.');
    pass(ERROR_TOAST_MS - 1);
    expect(isShown()).toBe(true);
    pass(1);
    expect(isShown()).toBe(false);
  });
  it('wait while the pointer is on them and then take the rest of their time', () => {
    show('ok');
    pass(TOAST_MS - 500);
    fireEvent.mouseEnter(screen.getByText('Said.'));
    pass(60_000);
    expect(isShown()).toBe(true);
    fireEvent.mouseLeave(screen.getByText('Said.'));
    pass(499);
    expect(isShown()).toBe(true);
    pass(1);
    expect(isShown()).toBe(false);
  });
  it('wait while the focus is on them', () => {
    show('ok');
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    pass(60_000);
    expect(isShown()).toBe(true);
    act(() => screen.getByRole('button', { name: 'Close' }).blur());
    pass(TOAST_MS);
    expect(isShown()).toBe(false);
  });
  it('close by their button', () => {
    show('error');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(isShown()).toBe(false);
  });
  it('are not stacked when they say the same', () => {
    const queue = show('ok');
    act(() => queue.show({ kind: 'ok', text: 'Said.' }));
    expect(screen.getAllByText('Said.')).toHaveLength(1);
  });
  it('go into an open dialog and out of it again, and their time runs on', () => {
    const queue = show('ok');
    const dialog = document.body.appendChild(document.createElement('dialog'));
    pass(1000);
    let moveOut = () => {};
    act(() => {
      moveOut = queue.moveInto(dialog);
    });
    expect(dialog.textContent).toContain('Said.');
    act(() => moveOut());
    dialog.remove();
    expect(isShown()).toBe(true);
    pass(TOAST_MS - 1000);
    expect(isShown()).toBe(false);
  });
});
