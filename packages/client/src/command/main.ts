#!/usr/bin/env node
/** `portico-tpp`: the command line for developers and their continuous integration. */
import { runCommand } from './run-command.ts';
import { processTerminal } from './terminal.ts';

/** A full disk, or a reader that ended (`| head`), which is no failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`The output cannot be written (${error.code}).\n`);
  process.exit(2);
});

process.exitCode = await runCommand(process.argv.slice(2), processTerminal);
