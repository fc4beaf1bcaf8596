/** Face of the test device. */
export { DevicePage } from './device-page.tsx';
export { deviceCatalogue } from './messages.ts';
