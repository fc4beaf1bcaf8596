export type * from './signing.ts';
