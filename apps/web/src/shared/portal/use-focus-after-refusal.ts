/**
 * A button that is off while its request runs loses the focus, and with it whoever reads with the keyboard or a screen reader loses their place.
 * What was refused takes it: the field that the refusal is about, or else the button, to try again.
 */
import { type RefObject, useEffect, useRef } from 'react';
import type { RequestFailure } from '../store/request-failure.ts';

/** @returns for the form that was sent */
export function useFocusAfterRefusal(failure: RequestFailure | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure === undefined) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? form.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  }, [failure]);
  return form;
}
