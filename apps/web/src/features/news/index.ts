export { NewsItemPage } from './news-item-page.tsx';
export { NewsPage } from './news-page.tsx';
export { NewsTeaser } from './news-teaser.tsx';
