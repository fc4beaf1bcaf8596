/** A part that scrolls: the keyboard reaches it exactly while it does (WCAG 2.1.1), and it has a name then. */
import { type HTMLAttributes, useLayoutEffect, useState } from 'react';

interface ScrollRegionProps extends Omit<HTMLAttributes<HTMLElement>, 'className'> {
  /** Default `section`. */
  as?: 'section' | 'pre' | 'div';
  label: string;
  className?: string | undefined;
}

export function ScrollRegion({ as: Part = 'section', label, children, ...rest }: ScrollRegionProps) {
  const [region, isScrolled] = useScrolls();
  return (
    <Part ref={region} {...rest} {...(isScrolled ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}>
      {children}
    </Part>
  );
}

/** Whether the content is larger than its part: looked at before it is painted, and when either changes its size. */
function useScrolls(): [(part: HTMLElement | null) => void, boolean] {
  const [isScrolled, setIsScrolled] = useState(false);
  const [part, setPart] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (part === null) return undefined;
    const measure = () => setIsScrolled(part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const sizes = new ResizeObserver(measure);
    sizes.observe(part);
    for (const child of part.children) sizes.observe(child);
    const content = new MutationObserver(measure);
    content.observe(part, { childList: true, subtree: true, characterData: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, [part]);
  return [setPart, isScrolled];
}
