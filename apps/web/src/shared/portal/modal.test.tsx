import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Modal } from './modal.tsx';
import { openPart } from './testing/open-part.tsx';

afterEach(cleanup);

function open() {
  const onClose = vi.fn();
  const { toasts } = openPart(
    <Modal title="Log in" isClosing={false} onClose={onClose}>
      <p>inside</p>
      <input />
    </Modal>,
  );
  return { onClose, toasts, dialog: screen.getByRole('dialog', { name: 'Log in' }) };
}

function press(element: Element) {
  fireEvent.pointerDown(element);
  fireEvent.click(element);
}

describe('a portal modal', () => {
  it('opens as a modal dialog named by its title', () => {
    const { dialog } = open();
    expect(dialog.hasAttribute('open')).toBe(true);
    expect(screen.getByText('inside')).toBeTruthy();
  });
  it('asks to be closed by its cross', () => {
    const { onClose } = open();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
  it('asks to be closed by Esc, which the browser reports as cancel, and stays until its owner agrees', () => {
    const { onClose, dialog } = open();
    const cancel = new Event('cancel', { cancelable: true });
    fireEvent(dialog, cancel);
    expect(onClose).toHaveBeenCalledOnce();
    expect(cancel.defaultPrevented).toBe(true);
    expect(dialog.hasAttribute('open')).toBe(true);
  });
  it('asks to be closed by the scrim, not by a click on its content', () => {
    const { onClose, dialog } = open();
    press(screen.getByText('inside'));
    expect(onClose).not.toHaveBeenCalled();
    press(dialog);
    expect(onClose).toHaveBeenCalledOnce();
  });
  it('stays when a selection is dragged from its content onto the scrim', () => {
    const { onClose, dialog } = open();
    fireEvent.pointerDown(screen.getByText('inside'));
    // A browser reports such a click on the common ancestor.
    fireEvent.click(dialog);
    expect(onClose).not.toHaveBeenCalled();
  });
  it('keeps what was typed when the scrim is clicked', () => {
    const { onClose, dialog } = open();
    fireEvent.input(screen.getByRole('textbox'), { target: { value: 'mari@lumen.example' } });
    press(dialog);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
  it('holds the toasts while it is open, because all else is behind it', () => {
    const { toasts, dialog } = open();
    act(() => toasts.show({ kind: 'ok', text: 'Sent.' }));
    expect(dialog.contains(screen.getByText('Sent.'))).toBe(true);
  });
});
