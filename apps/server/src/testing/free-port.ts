/** For tests of modules, which use the testkit through this folder. */
export { freePort } from '@portico/testkit';
