/** Where operators' commands meet the server that has the data folder open. */
import { join, relative } from 'node:path';

/** Bytes of `sun_path` that every system has (macOS 104 with the final zero, Linux 108). */
const PATH_BYTES_MAX = 103;

/**
 * Absolute, or from the working directory where that is shorter. Undefined: both are too long for a socket.
 */
export function socketAddress(dataDir: string): string | undefined {
  const path = join(dataDir, 'operators.sock');
  return [path, relative(process.cwd(), path)].find((address) => Buffer.byteLength(address) <= PATH_BYTES_MAX);
}

export const PATH_TOO_LONG =
  'The path of the data folder is too long for a socket, so operators’ commands cannot reach the server while it runs. Choose a shorter PORTICO_DATA_DIR.';
