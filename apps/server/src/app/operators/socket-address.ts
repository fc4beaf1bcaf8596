/** The path of the socket between operators' commands and the server of the data folder. */
import { join, relative } from 'node:path';

/** The size of `sun_path` on every system (macOS 104 with the final zero, Linux 108). */
const PATH_BYTES_MAX = 103;

/** Returns the absolute path, or the relative one where only that is short enough. Undefined when both are too long for a socket. */
export function socketAddress(dataDir: string): string | undefined {
  const path = join(dataDir, 'operators.sock');
  return [path, relative(process.cwd(), path)].find((address) => Buffer.byteLength(address) <= PATH_BYTES_MAX);
}

export const PATH_TOO_LONG =
  'The path of the data folder is too long for a socket, so operators’ commands cannot reach the server while it runs. Choose a shorter PORTICO_DATA_DIR.';
