/** The way to the bank's page on which the customer authenticates (docs/decisions/0109). */
import type { BankPage } from '@portico/contract';
import { useEffect, useRef } from 'react';
import { leavePage } from '../page/leave-page.ts';
import { safeUrl } from '../page/safe-url.ts';
import { ButtonLink } from '../ui/button.tsx';

interface BankPageLinkProps {
  readonly page: BankPage;
  readonly text: string;
  /** The customer has just pressed the button that leads there. After Back, or a reload, they press again. */
  readonly opensItself: boolean;
}

/** Nothing once the customer has come back, or while the bank gives no address. */
export function BankPageLink({ page, text, opensItself }: BankPageLinkProps) {
  const href = page.isReturned ? undefined : safeUrl(page.href);
  const isOpened = useRef(false);
  useEffect(() => {
    if (!opensItself || isOpened.current || href === undefined) return;
    isOpened.current = true;
    leavePage(href);
  }, [opensItself, href]);
  if (href === undefined) return null;
  return (
    <ButtonLink kind="primary" isBlock href={href} rel="noreferrer">
      {text}
    </ButtonLink>
  );
}
