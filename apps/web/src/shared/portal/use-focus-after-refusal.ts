/**
 * A button that is disabled during its request loses the focus, and users of keyboards and screen readers lose their position. After an error
 * the focus moves to the invalid field, or to the submit button.
 */
import { type RefObject, useEffect, useRef } from 'react';
import type { RequestFailure } from '../store/request-failure.ts';

/** @returns the ref of the form */
export function useFocusAfterRefusal(failure: RequestFailure | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure === undefined) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? form.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  }, [failure]);
  return form;
}
