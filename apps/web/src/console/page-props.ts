/** What every page of the console gets, and links between the pages. */
import type { MouseEvent } from 'react';
import type { ConsoleCalls } from './console-calls.ts';

/** The bank's own time. */
export const TIME_ZONE = 'Europe/Tallinn';

export interface PageProps {
  readonly calls: ConsoleCalls;
  /** Opens an address of the console. */
  readonly onGo: (to: string) => void;
  /** True: the session had ended, and the sign-in page is shown. */
  readonly onEnded: (error: unknown) => boolean;
}

/** For a link inside the console: a plain click opens the address without loading the page. */
export function followIn(onGo: (to: string) => void) {
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onGo(event.currentTarget.pathname + event.currentTarget.search);
  };
}
