export type * from './tpp-apps.ts';
