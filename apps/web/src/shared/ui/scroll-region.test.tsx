// Review of 25 November 2026, Q1.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ScrollRegion } from './scroll-region.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function sizes(content: { height: number; width: number }): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(content.height);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(content.width);
}

test.each([
  [{ height: 101, width: 100 }, true],
  [{ height: 100, width: 101 }, true],
  [{ height: 100, width: 100 }, false],
])('a part whose content measures %j is focusable and named: %s', (content, isScrolled) => {
  sizes(content);
  render(
    <ScrollRegion as="pre" label="Sample">
      curl
    </ScrollRegion>,
  );
  const part = screen.getByText('curl');
  expect([part.tagName, part.getAttribute('tabindex'), part.getAttribute('role'), part.getAttribute('aria-label')]).toEqual(
    isScrolled ? ['PRE', '0', 'region', 'Sample'] : ['PRE', null, null, null],
  );
});
