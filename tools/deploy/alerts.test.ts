/** Runs the tests of the alerts (`deploy/prometheus/alerts.test.yaml`) where promtool is installed (Debian: apt-get install prometheus). */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '../../deploy/prometheus');
const promtool = (...words: readonly string[]) => spawnSync('promtool', words, { cwd: folder, encoding: 'utf8' });
const hasPromtool = promtool('--version').status === 0;

describe('the alerts', () => {
  it.runIf(hasPromtool)('pass their tests in Prometheus', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'alerts.test.yaml');
    expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('SUCCESS'), expect.anything()]);
  });

  it('have tests of rules that exist', () => {
    const names = parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8')).groups.flatMap(({ rules }: { rules: readonly { alert: string }[] }) =>
      rules.map(({ alert }) => alert),
    );
    const tested = [...readFileSync(join(folder, 'alerts.test.yaml'), 'utf8').matchAll(/alertname: (\w+)/g)].map(([, name]) => name);
    expect(tested.length).toBeGreaterThan(10);
    for (const name of tested) expect(names).toContain(name);
  });
});
