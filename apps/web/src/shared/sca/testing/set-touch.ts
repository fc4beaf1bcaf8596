/** Makes the test's screen a phone's, or one without touch, until `vi.restoreAllMocks()`. */
import { vi } from 'vitest';

export function setTouch(isTouch: boolean): void {
  const genuine = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const media = genuine(query);
    return query.includes('pointer: coarse') ? Object.defineProperty(media, 'matches', { value: isTouch }) : media;
  });
}
