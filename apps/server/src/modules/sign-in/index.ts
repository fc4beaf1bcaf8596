export type * from './sign-in.ts';
