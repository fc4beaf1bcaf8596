export { CoreUnreachable, openCore, openCoreWithoutTerms } from './open-core.ts';
