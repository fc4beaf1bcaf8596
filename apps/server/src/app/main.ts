/**
 * The process's first step. What Node made of our sources and of the packages is kept beside the packages for the next start, which then is
 * about a third shorter; where that folder cannot be written (an image that is read-only), it is used as it was built.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { serverFolder } from '#platform/server-folder.ts';

enableCompileCache(join(serverFolder, '../../node_modules/.cache/portico-compiled'));
await import('./process/run-server.ts');
flushCompileCache();
