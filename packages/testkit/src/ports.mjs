/** Ports of this machine, for the programs that tests start beside themselves. */
import { connect, createServer } from 'node:net';

/** Below those that systems lend to who connects: one of these would be lent to somebody before its server listens, or while it is started again. */
const PORTS = { from: 15_000, count: 17_000 };

/** One on which nobody listens at this moment. */
export async function freePort() {
  const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

export function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
