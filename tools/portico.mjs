/**
 * `npm run portico -- …`: an operator's command, from what `npm start` built, or from the sources when they have changed since. Nothing is
 * built here: a server may be running from that folder, and what a command prints may become a file.
 */
import { pathToFileURL } from 'node:url';
import { commandEntry } from './runtime.mjs';

await import(pathToFileURL(commandEntry()).href);
