/**
 * Where the server's own files lie: migrations, fonts, what stands beside a source. Its sources and what was built of them
 * (`apps/server/dist/server`, see `tools/build-servers.mjs`) are equally deep in this folder, so one path leads there from both.
 */
import { join } from 'node:path';

export const serverFolder = join(import.meta.dirname, '../..');

/** Whether this process runs what was built. */
export const isBuilt = import.meta.filename.endsWith('.js');
