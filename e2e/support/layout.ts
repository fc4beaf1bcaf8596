/** What the eye would miss in a hundred pictures: text that is cut, spills out of its button, or lies beside the page. */
import type { Page } from '@playwright/test';

/** One line for each fault; none: everything on the page can be read without scrolling sideways. */
export function findLayoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const TOLERANCE_PX = 1.5;
    const BOXES = 'button, a, label, select, summary, legend, td, th, dt, dd, h1, h2, h3, li';
    const width = document.documentElement.clientWidth;
    const faults = new Set<string>();
    const nameOf = (element: Element) => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 60)}”`;
    /** Of the element itself or of anything around it. Each is looked at once: they share what is around them. */
    const withAncestors = (isOne: (element: Element) => boolean) => {
      const known = new Map<Element, boolean>();
      const look = (element: Element | null): boolean => {
        if (element === null || element === document.body) return false;
        const found = known.get(element) ?? (isOne(element) || look(element.parentElement));
        known.set(element, found);
        return found;
      };
      return look;
    };
    const isScrolled = withAncestors((each) => /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth);
    /** For screen readers alone: one pixel, or nothing. Or the skip link: beside the window until it has the focus. */
    const isUnseen = withAncestors((each) => {
      const { width: wide, height, right } = each.getBoundingClientRect();
      const style = getComputedStyle(each);
      if (right <= 0 && each.matches('a, button')) return true;
      return style.visibility === 'hidden' || style.display === 'none' || (style.overflow !== 'visible' && (wide <= 1 || height <= 1));
    });

    const over = document.documentElement.scrollWidth - width;
    if (over > 0) faults.add(`the page is ${over} px wider than its window`);
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('svg') !== null || isUnseen(element)) continue;
      const style = getComputedStyle(element);
      const cutsX = /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + TOLERANCE_PX;
      const cutsY = /hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + TOLERANCE_PX;
      if ((cutsX || cutsY) && (element.textContent ?? '').trim() !== '') faults.add(`cut: ${nameOf(element)}`);
      if (element instanceof HTMLSelectElement && isSelectCut(element, style)) faults.add(`cut: select “${element.selectedOptions[0]?.text}”`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || (node.nodeValue ?? '').trim() === '' || parent.closest('option, script, style, svg') !== null || isUnseen(parent))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = parent.closest(BOXES)?.getBoundingClientRect();
      for (const rect of range.getClientRects()) {
        if ((rect.right > width + TOLERANCE_PX || rect.left < -TOLERANCE_PX) && !isScrolled(parent)) faults.add(`beside the page: ${nameOf(parent)}`);
        if (box !== undefined && box.width > 0 && (rect.right > box.right + TOLERANCE_PX || rect.left < box.left - TOLERANCE_PX)) {
          faults.add(`spills: ${nameOf(parent)}`);
        }
      }
    }
    return Array.from(faults);

    function isSelectCut(select: HTMLSelectElement, style: CSSStyleDeclaration): boolean {
      const context = document.createElement('canvas').getContext('2d');
      const text = select.selectedOptions[0]?.text;
      if (context === null || text === undefined) return false;
      context.font = style.font;
      const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      return context.measureText(text).width > room + TOLERANCE_PX;
    }
  });
}
