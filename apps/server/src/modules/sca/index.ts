export type * from './sca.ts';
