/** Runs blocks of a guide as a console of Node does, one after the other: each line of the input is `{ code, mark }` as JSON. */
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const { resolve } = createRequire(join(process.cwd(), 'project.js'));
globalThis.load = (name) => import(resolve(name));

/** A console knows no other form of imports. */
const asStatements = (code) => code.replaceAll(/^import (.+) from ('[^']+');$/gm, 'const $1 = await load($2);');

const session = new Session();
session.connect();
for await (const line of createInterface({ input: process.stdin })) {
  const { code, mark } = JSON.parse(line);
  const { exceptionDetails: failure } = await session.post('Runtime.evaluate', {
    expression: asStatements(code),
    replMode: true,
    awaitPromise: true,
  });
  if (failure !== undefined) process.stderr.write(`${failure.text} ${failure.exception?.description}`);
  process.stdout.write(`\n${mark} ${failure === undefined ? 0 : 1}\n`);
}
