export { accessibilityCatalogue } from './messages.ts';
export const loadAccessibilityPage = () => import('./accessibility-page.tsx').then(({ AccessibilityPage }) => AccessibilityPage);
