export { ContentPageView } from './content-page-view.tsx';
export { type ContentRoot, contentPageReducer, loadMenu, selectMenu } from './content-slice.ts';
export { LandingPageView } from './landing-page-view.tsx';
