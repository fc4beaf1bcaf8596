export { type ContentRoot, contentFound, contentPageSlice, type FoundContent, homeIn, loadMenu, menuIn, selectMenu } from './content-page-slice.ts';
export const loadContentPages = () => import('./content-pages.ts');
