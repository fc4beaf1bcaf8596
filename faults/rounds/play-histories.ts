/**
 * Runs histories against the model (`apps/server/test/model/README.md`), a thousand in each process, because a database becomes slower with every
 * history. A history that contradicts the model ends only its process.
 */
import { randomInt } from 'node:crypto';
import { createFindings, type Report } from '../findings.ts';
import { runTests } from './run-proofs.ts';

const MODEL = 'apps/server/test/model/signing-model.test.ts';
const IN_A_PROCESS = 1_000;
/** Stack lines are removed from a failure; its seed, its history and the contradiction are kept. */
const STACK_LINE = /^ {4}at /;

export async function playHistories({ say, histories }: { say: (text: string) => void; histories: number }): Promise<Report> {
  const findings = createFindings('Model histories', say);
  const seeds: number[] = [];
  const complaints: string[] = [];
  for (let played = 0; played < histories; played += IN_A_PROCESS) {
    const count = Math.min(IN_A_PROCESS, histories - played);
    const seed = randomInt(1, 2 ** 31);
    seeds.push(seed);
    const { passed, failures } = await runTests([MODEL], { MODEL_HISTORIES: String(count), MODEL_SEED: String(seed) });
    for (const { name, message } of failures) complaints.push(`${name}: ${firstLines(message)}`);
    say(`  ${played + count}/${histories} with the seed ${seed}: ${passed} tests passed, ${failures.length} failed`);
  }
  findings.note(`${histories} histories, ${IN_A_PROCESS} in each process, with the seeds ${seeds.join(', ')}`);
  for (const complaint of complaints) findings.note(complaint);
  findings.must('the model explains each, and ledger and audit log verify after each thousand', complaints.length === 0);
  return findings.report();
}

function firstLines(message: string): string {
  const lines = message.split('\n').filter((line) => line !== '');
  const stack = lines.findIndex((line) => STACK_LINE.test(line));
  return lines.slice(0, stack === -1 ? lines.length : stack).join(' · ');
}
