/** Sections of a page: their ids, links to them, and scrolling to one. The query names the section, because the fragment contains the route. */
import { createContext } from 'react';
import { focusBehindDialog } from '../../page/focus-behind-dialog.ts';
import { hrefOf } from '../router/place.ts';

export const SECTION_PARAMETER = 'section';

/** Texts name their sections, and never an element of the page. */
export const sectionId = (id: string): string => `section-${id}`;

/** @param url the page's route */
export const sectionHref = (url: string, id: string): string => hrefOf(`${url}?${SECTION_PARAMETER}=${encodeURIComponent(id)}`);

/** The route of the page whose headings have links; undefined: without links, as in descriptions of operations. */
export const SectionPageContext = createContext<string | undefined>(undefined);

/** Nothing happens for a section that the page does not have. A code with an unknown status leads to the first row of the code. */
export function goToSection(id: string): void {
  const section = document.getElementById(sectionId(id)) ?? document.getElementById(sectionId(id.replace(/-\d{3}$/, '')));
  section?.scrollIntoView();
  if (section !== null) focusBehindDialog(section);
}
