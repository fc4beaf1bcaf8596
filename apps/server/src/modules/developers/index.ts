export type { Developer, Developers, OnDeveloperDeleted } from './developers.ts';
