export { type ContentRoot, contentFound, contentPageReducer, type FoundContent, homeIn, loadMenu, menuIn, selectMenu } from './content-slice.ts';
export const loadContentPages = () => import('./content-pages.ts');
