import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that others made, which a test of this folder puts between us and a service. */
export interface Program {
  /** The package of Debian that has it. */
  readonly package: string;
  /** Where it was found; null = nowhere. */
  readonly file: string | null;
  /** As it tells it itself; empty where it tells none. */
  readonly version: string;
}

const wanted = {
  squid: { package: 'squid', file: 'squid', version: ['-v'] },
  tinyproxy: { package: 'tinyproxy', file: 'tinyproxy', version: ['-v'] },
  nginx: { package: 'nginx-light', file: 'nginx', version: ['-v'] },
  microsocks: { package: 'microsocks', file: 'microsocks', version: null },
  danted: { package: 'dante-server', file: 'danted', version: ['-v'] },
} as const;

export type ProgramName = keyof typeof wanted;

export const programNames = ['squid', 'tinyproxy', 'nginx', 'microsocks', 'danted'] as const;

/** Daemons stand where the path of a plain user does not lead. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

function found(name: string): string | null {
  const file = folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
  return file ?? null;
}

function versionOf(file: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 10_000 });
  return /\d+\.\d+(\.\d+)?/.exec(`${stdout}${stderr}`)?.[0] ?? '';
}

/** Where it is and which one; asks the program itself. */
export function programOf(name: ProgramName): Program {
  const { package: from, file, version } = wanted[name];
  const path = found(file);
  return {
    package: from,
    file: path,
    version: path === null || version === null ? '' : versionOf(path, version),
  };
}

/** One line that says what is not there and how to have it; null where all is. */
export function missingPrograms(): string | null {
  const names = programNames.filter((name) => found(wanted[name].file) === null);
  if (names.length === 0) return null;
  const packages = names.map((name) => wanted[name].package).join(' ');
  return `${names.join(', ')} not found; on Debian or Ubuntu: apt-get install --no-install-recommends ${packages}`;
}

/** Why tests of a program are left out; false where it is there. */
export function without(name: ProgramName): string | false {
  return found(wanted[name].file) === null
    ? `there is no ${name} here (package ${wanted[name].package})`
    : false;
}
