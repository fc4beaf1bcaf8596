/** The words of the command line; `run.ts` explains them. */
import { parseArgs } from 'node:util';

export const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    payments: { type: 'string', default: '10000,1000000' },
    developers: { type: 'string', default: '100,10000' },
    bookings: { type: 'string', default: '10000,1000000' },
    requests: { type: 'string', default: '100000' },
    signed: { type: 'string', default: '300' },
    items: { type: 'string', default: '1000' },
    due: { type: 'string', default: '10000' },
    standard: { type: 'string' },
    documents: { type: 'string' },
    peers: { type: 'string' },
    lines: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
  },
});
export const rounds = Number(values.rounds);
export const seconds = Number(values.seconds);
