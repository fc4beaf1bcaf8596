/** The entry files that tests start: the sources, or the built server of `npm start` and the image, if `TEST_SERVER_ENTRY` names it. */
import { dirname, join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../../../apps/server/src/app');
const builtServer = process.env.TEST_SERVER_ENTRY;

export const SERVER_ENTRY = builtServer ?? join(SOURCES, 'main.ts');
/** Operators' commands. */
export const CLI_ENTRY = builtServer === undefined ? join(SOURCES, 'cli.ts') : join(dirname(builtServer), 'cli.js');
