/** Finds what a lock file must not contain. Each fault is a sentence that names the package. */
import type { LockedPackage } from './lock-file.ts';

/** SPDX identifiers of licences under which a bank may run or build with a package. */
const LICENCES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Python-2.0',
  'MPL-2.0',
  'MIT OR Apache-2.0',
  'MIT OR MPL-2.0',
  '(MIT OR CC0-1.0)',
  'Unlicense',
]);

/** Packages without a licence in their manifest, and where it was found instead. */
const LICENCE_READ_ELSEWHERE = new Map([['png-js', 'MIT, in its LICENSE file']]);

/** Packages with an installation script. `.npmrc` forbids all such scripts, and the project does not need these. */
const SCRIPTS_NOT_RUN = new Set(['@scarf/scarf', 'protobufjs']);

export function findFaults(packages: readonly LockedPackage[]): string[] {
  return packages.flatMap((locked) => {
    const { path, name, integrity, resolved, licence } = locked;
    return [
      ...(integrity?.startsWith('sha512-') === true ? [] : [`${path} has no sha512 integrity`]),
      ...(resolved === undefined ? [] : [`${path} comes from ${resolved}, not from the registry of the installation`]),
      ...(locked.hasInstallScript && !SCRIPTS_NOT_RUN.has(name) ? [`${path} wants to run a script when it is installed`] : []),
      ...((licence !== undefined && LICENCES.has(licence)) || LICENCE_READ_ELSEWHERE.has(name)
        ? []
        : [`${path} stands under ${licence ?? 'no named licence'}, which nobody has agreed to`]),
    ];
  });
}

/** The lowest version of a package without the named vulnerability; with `line`, for that major version only. */
export interface VersionFloor {
  readonly name: string;
  readonly line?: number;
  readonly floor: string;
  /** CVE or GHSA numbers. */
  readonly advisory: string;
}

export function findBelowFloors(packages: readonly LockedPackage[], floors: readonly VersionFloor[]): string[] {
  return floors.flatMap(({ name, line, floor, advisory }) =>
    packages
      .filter((locked) => locked.name === name && (line === undefined || major(locked.version) === line) && isBelow(locked.version, floor))
      .map(({ path, version }) => `${path} ${version} is below ${floor}: ${advisory}`),
  );
}

/** Floors without effect, because no such package is installed. */
export function findIdleFloors(packages: readonly LockedPackage[], floors: readonly VersionFloor[]): string[] {
  return floors
    .filter(({ name, line }) => !packages.some((locked) => locked.name === name && (line === undefined || major(locked.version) === line)))
    .map(({ name, line }) => (line === undefined ? name : `${name} ${line}`));
}

const numbers = (version: string): number[] => version.split(/[-+]/)[0]?.split('.').map(Number) ?? [];
const major = (version: string): number => numbers(version)[0] ?? 0;

/** True for a version before the other one; a pre-release counts like its release. */
function isBelow(version: string, floor: string): boolean {
  const [left, right] = [numbers(version), numbers(floor)];
  const at = right.findIndex((part, index) => part !== left[index]);
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
}
