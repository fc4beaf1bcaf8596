/** Component names of the server's menu → pages. A name that is not here has no route yet. */
import type { MenuComponent } from '@portico/contract/values';
import type { ComponentType } from 'react';
import { ContentPageView, LandingPageView } from '../features/content/index.ts';

export interface PageProps {
  /** Route of the page. */
  url: string;
  /** Title in the menu. */
  title: string;
}

export const pageRegistry: Readonly<Partial<Record<MenuComponent, ComponentType<PageProps>>>> = {
  ContentPage: ContentPageView,
  LandingPage: LandingPageView,
};
