/** A link to a dialog over the present page. It takes along where a visitor wanted to go before the login was asked for. */
import type { ModalId } from '@portico/contract/values';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

interface ModalLinkProps {
  modal: ModalId;
  className?: string | undefined;
  'aria-label'?: string;
  /** Dialog to dialog: going back should not lead through all of them. */
  replace?: boolean;
  children: ReactNode;
}

export function ModalLink({ modal, children, ...rest }: ModalLinkProps) {
  const { pathname, state } = useLocation();
  return (
    <Link to={{ pathname, search: `?m=${modal}` }} state={state} {...rest}>
      {children}
    </Link>
  );
}
