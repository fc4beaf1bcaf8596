export type * from './oauth.ts';
