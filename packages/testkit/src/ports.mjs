/** Finds free ports of this machine for programs that tests start. */
import { connect, createServer } from 'node:net';

/** The range is below the ephemeral ports. The system could give one of those to a client before the program listens, or while it restarts. */
const PORTS = { from: 15_000, count: 17_000 };

/** A program often begins to listen after the next port was asked for. */
const given = new Set();

/** Returns a port on which no program listens now, each only once. */
export async function freePort() {
  const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
  if (given.has(port) || !(await isFree(port))) return freePort();
  given.add(port);
  return port;
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
