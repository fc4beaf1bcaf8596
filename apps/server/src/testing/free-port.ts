/** For tests of modules, which reach the tests' own package through this folder. */
export { freePort } from '@portico/testkit';
