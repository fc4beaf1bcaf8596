/** Responses to input that never becomes a request. There is no reply object, so they are written directly, and the connection is closed. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from './error-body.ts';
import { plainProblem } from './problem.ts';
import { requestIdOf } from './request-id.ts';

/** By the error codes of Node and its parser. */
const REFUSALS = new Map<string, readonly [status: number, text: string]>([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request did not arrive in time. Send it again, faster.']],
  ['HPE_HEADER_OVERFLOW', [431, 'The headers or the address of the request are too large. Send less.']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'The request is too large. Send less data and try again.']],
]);
const NO_HTTP = [400, 'The request cannot be read as HTTP.'] as const;

export interface RawAnswers {
  /** Responds to input that Node or its parser rejected. */
  refuse(socket: Duplex, errorCode: string | undefined): void;
  /** Responds to a CONNECT request. */
  refuseTunnel(socket: Duplex): void;
}

/** @param lingerMs the time for the client to read the response and close. */
export function createRawAnswers(headers: Readonly<Record<string, string>>, lingerMs: number): RawAnswers {
  const answer = (socket: Duplex, status: number, text: string, more: Readonly<Record<string, string>> = {}) => {
    socket.end(rawAnswer({ ...headers, ...more }, status, text));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  return {
    refuse(socket, errorCode = '') {
      const [status, text] = REFUSALS.get(errorCode) ?? NO_HTTP;
      answer(socket, status, text);
    },
    refuseTunnel: (socket) => answer(socket, 405, 'This method is not offered here.', { allow: '' }),
  };
}

function rawAnswer(headers: Readonly<Record<string, string>>, status: number, text: string): string {
  const body = JSON.stringify(errorBody(plainProblem(status, text), 'portal'));
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestIdOf({ headers: {} }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
