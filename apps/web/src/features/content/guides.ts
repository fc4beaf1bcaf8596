/** The guides of the menu with their titles, in reading order. */
import type { Menu } from '@portico/contract';

interface Guide {
  readonly url: string;
  readonly title: string;
}

export interface GuideSection {
  readonly title: string;
  readonly guides: readonly Guide[];
}

/** Guides without a menu item have no route, so they are left out. */
export function guideSections(menu: Menu): readonly GuideSection[] {
  const titles = new Map([...menu.main, ...menu.hidden].map(({ pageUrl, title }) => [pageUrl, title]));
  return (menu.guides ?? []).map(({ title, pages }) => ({
    title,
    guides: pages.flatMap((url) => {
      const name = titles.get(url);
      return name === undefined ? [] : [{ url, title: name }];
    }),
  }));
}

export interface GuidePlace {
  readonly previous: Guide | undefined;
  readonly next: Guide | undefined;
}

/** Undefined: the page is no guide. */
export function placeOf(sections: readonly GuideSection[], url: string): GuidePlace | undefined {
  const all = sections.flatMap(({ guides }) => guides);
  const at = all.findIndex((guide) => guide.url === url);
  return at < 0 ? undefined : { previous: all[at - 1], next: all[at + 1] };
}
