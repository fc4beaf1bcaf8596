#!/usr/bin/env node
/** `portico-tpp`: the command line for developers and their continuous integration. */
import { runCommand } from './run-command.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runCommand(process.argv.slice(2), processTerminal);
