export { type ContentRoot, contentPageReducer, loadMenu, selectMenu } from './content-slice.ts';
export const loadContentPages = () => import('./content-pages.ts');
