/** The units for machines without containers: their rules, and `systemd-analyze` where it is installed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../apps/server/src/app/exit-codes.ts';
import { SECRET_SETTINGS, SETTINGS } from '../../apps/server/src/platform/settings.ts';

const folder = join(import.meta.dirname, '../../deploy/systemd');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const UNITS = ['portico@.service', 'portico-migrate.service'] as const;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
/** The values of a directive, in their order. */
const valuesOf = (name: string, directive: string): readonly string[] =>
  [...read(name).matchAll(new RegExp(`^${directive}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe.each(UNITS)('the unit %s', (name) => {
  it.runIf(hasSystemd)('is accepted by systemd-analyze verify', () => {
    const at = mkdtempSync(join(tmpdir(), 'portico-systemd-'));
    try {
      // The program of the image does not exist on this machine.
      for (const unit of UNITS) {
        const text = read(unit).replaceAll('/opt/portico/bin/node', process.execPath).replaceAll('User=portico', 'User=root');
        writeFileSync(join(at, unit.replace('@', '@3000')), text.replaceAll('Group=portico', 'Group=root'));
      }
      mkdirSync(join(at, 'run'), { recursive: true });
      const { status, stdout, stderr } = spawnSync(
        'systemd-analyze',
        ['verify', '--man=no', '--recursive-errors=no', join(at, name.replace('@', '@3000'))],
        {
          encoding: 'utf8',
        },
      );
      const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(at) || line.includes('portico'));
      expect([status, said]).toEqual([0, []]);
    } finally {
      rmSync(at, { recursive: true });
    }
  });

  it('runs as its own user, without privileges and with a read-only file system', () => {
    expect(valuesOf(name, 'User')).toEqual(['portico']);
    expect(valuesOf(name, 'NoNewPrivileges')).toEqual(['true']);
    expect(valuesOf(name, 'ProtectSystem')).toEqual(['strict']);
    expect(valuesOf(name, 'CapabilityBoundingSet')).toEqual(['']);
  });

  it('reads the same settings, in production', () => {
    expect(valuesOf(name, 'EnvironmentFile')).toEqual(['/etc/portico/portico.env']);
    expect(valuesOf(name, 'Environment').join(' ')).toContain('PORTICO_MODE=production');
  });

  it('starts a file of the assembled server', () => {
    expect(valuesOf(name, 'ExecStart').join()).toMatch(/^\/opt\/portico\/bin\/node .*apps\/server\/dist\/server\/(?:main|cli)\.js/);
  });
});

describe('nginx as a unit', () => {
  it('reads the files that the document installs, and stops after the longest signature', () => {
    const name = 'portico-nginx.service';
    expect(valuesOf(name, 'ExecStart')[0]).toContain('-c /etc/portico/nginx/nginx.conf');
    expect(valuesOf(name, 'ExecStartPre')[0]).toContain(' -t ');
    expect(Number(valuesOf(name, 'TimeoutStopSec')[0])).toBeGreaterThan(120);
    expect(valuesOf(name, 'LimitNOFILE').map(Number)[0]).toBeGreaterThan(20_000);
  });
});

describe('the migration with two roles', () => {
  it('alone gets the URL of the owner, as a credential of systemd', () => {
    expect(valuesOf('portico-migrate-owner.conf', 'LoadCredential')).toEqual(['database-owner-url:/etc/portico/database-owner-url']);
    expect(valuesOf('portico-migrate-owner.conf', 'Environment')).toEqual([
      'DATABASE_DIRECT_URL_FILE=%d/database-owner-url DATABASE_SERVER_ROLE=portico_server',
    ]);
  });
});

describe('a server as a unit', () => {
  it('starts after the migration, ends in its time, and is not started again where that cannot help', () => {
    const name = 'portico@.service';
    expect(valuesOf(name, 'After').join()).toContain('portico-migrate.service');
    expect(valuesOf(name, 'Wants')).toContain('portico-migrate.service');
    // With `Requires` the migration of a new version would end every server at once.
    expect(valuesOf(name, 'Requires')).toEqual([]);
    expect(Number(valuesOf(name, 'TimeoutStopSec')[0])).toBeGreaterThan(15);
    expect(valuesOf(name, 'RestartPreventExitStatus')[0]?.split(' ').map(Number)).toEqual([EXIT.configuration, EXIT.notAllowed, EXIT.cannotWrite]);
  });

  it('has settings that exist, and secrets as files', () => {
    const names = [...read('portico.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name);
    const known = [
      ...Object.values(SETTINGS).flatMap((group) => Object.keys(group)),
      ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
      'NODE_EXTRA_CA_CERTS',
    ];
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(names.filter((name) => SECRET_SETTINGS.some((secret) => secret === name))).toEqual([]);
  });
});
