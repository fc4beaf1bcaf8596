/** What a test starts: the sources, or what `npm start` and the image run when `TEST_SERVER_ENTRY` names the built server. */
import { dirname, join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../../../apps/server/src/app');
const builtServer = process.env.TEST_SERVER_ENTRY;

export const SERVER_ENTRY = builtServer ?? join(SOURCES, 'main.ts');
/** Operators' commands. */
export const CLI_ENTRY = builtServer === undefined ? join(SOURCES, 'cli.ts') : join(dirname(builtServer), 'cli.js');
