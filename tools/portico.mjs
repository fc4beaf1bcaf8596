/**
 * `npm run portico -- …`: runs an operator's command, from the build of `npm start`, or from the sources when they have changed since. It builds
 * nothing, because a server may be running from that folder, and the command's output may be redirected to a file.
 */
import { pathToFileURL } from 'node:url';
import { commandEntry } from './runtime.mjs';

await import(pathToFileURL(commandEntry()).href);
