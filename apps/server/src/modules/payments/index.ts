export type * from './payments.ts';
