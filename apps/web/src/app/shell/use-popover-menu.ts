/** A menu in a popover: a link of it leads to another page or dialog, and then it has done its work. */
import { type RefObject, useEffect, useRef } from 'react';
import { usePlace } from '../../shared/portal/router/place.ts';

export function usePopoverMenu(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const { pathname, search } = usePlace();
  useEffect(() => {
    if (`${pathname}${search}` !== '' && panel.current?.matches(':popover-open')) panel.current.hidePopover();
  }, [pathname, search]);
  return panel;
}
