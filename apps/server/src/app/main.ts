/**
 * The first step of the process: switches on Node's compile cache, beside the packages, which makes the next start about a third shorter. Where that
 * folder is read-only, as in an image, the cache from the build is used.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { serverFolder } from '#platform/server-folder.ts';

enableCompileCache(join(serverFolder, '../../node_modules/.cache/portico-compiled'));
await import('./process/run-server.ts');
flushCompileCache();
