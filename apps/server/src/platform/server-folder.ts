/**
 * Finds the server's own files: migrations, fonts, and files beside sources. The sources and the built server (`apps/server/dist/server`, see
 * `tools/build-servers.mjs`) have the same depth in this folder, so one relative path works for both.
 */
import { join } from 'node:path';

export const serverFolder = join(import.meta.dirname, '../..');

/** True if this process runs the built server. */
export const isBuilt = import.meta.filename.endsWith('.js');
