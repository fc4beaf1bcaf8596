/** A menu in a popover: a link of it leads to another page or dialog, and then it has done its work. */
import { type RefObject, useEffect, useRef } from 'react';
import { usePlace } from '../../shared/portal/router/place.ts';

export function usePopoverMenu(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const { pathname, search } = usePlace();
  const place = `${pathname}${search}`;
  const openedAt = useRef(place);
  useEffect(() => {
    // Not where it stands from the first: it may have been opened before any script was there.
    if (place !== openedAt.current && panel.current?.matches(':popover-open')) panel.current.hidePopover();
    openedAt.current = place;
  }, [place]);
  return panel;
}
