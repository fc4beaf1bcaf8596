export type * from './bank.ts';
