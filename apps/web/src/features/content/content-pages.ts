/** The pages that are made of content alone, as one part. */
export { ContentPageView } from './content-page-view.tsx';
export { LandingPageView } from './landing-page-view.tsx';
