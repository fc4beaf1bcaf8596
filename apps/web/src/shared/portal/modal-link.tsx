/** A link to a dialog over the present page. It takes along where a visitor wanted to go before the login was asked for. */
import type { ModalId } from '@portico/contract/values';
import type { MouseEvent, ReactNode } from 'react';
import { goTo, hrefOf, usePlace } from './router/place.ts';

interface ModalLinkProps {
  modal: ModalId;
  className?: string | undefined;
  'aria-label'?: string;
  /** Dialog to dialog: going back should not lead through all of them. */
  replace?: boolean;
  children: ReactNode;
}

export function ModalLink({ modal, replace, children, ...rest }: ModalLinkProps) {
  const { pathname, search, state } = usePlace();
  const query = new URLSearchParams(search);
  query.set('m', modal);
  const address = `${pathname}?${query.toString()}`;
  const open = (event: MouseEvent) => {
    // A new tab or window is the browser's affair.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(address, { replace, state });
  };
  return (
    <a href={hrefOf(address)} onClick={open} {...rest}>
      {children}
    </a>
  );
}
