import type { ChecksumName } from './file-checksum.ts'

export interface ServerRequest {
  /** the rsync program on the server: `rsync`, or an absolute path */
  program: string
  /** through `sudo -n` */
  sudo: boolean
  /** absolute paths as bytes; taken literally, whatever characters they hold */
  paths: readonly Buffer[]
  /** mount points below the paths are listed as empty directories */
  oneFileSystem: boolean
  /** has errors sent between the data, where they can be tied to a file; servers before 3.2.3 do so unasked */
  errorsInBand: boolean
  /** Servers have MD5 without an option; every other checksum must be requested. */
  checksum: ChecksumName
}

/**
 * The command that starts the sending server. It is the same for every job, so that a sudoers line or a forced command
 * can name it whole: paths and what varies travel as bytes on standard input (`secludedArguments`), never through a
 * shell. `-s` and protocol 30 both came with rsync 3.0.0, so no server that can be talked to lacks it.
 * The letters decide the wire format that `file-list.ts` reads: links, owner, group, devices, times, permissions,
 * recursion, hard links, full names; after `e.` what the client is able to do (no `i`: one list; no `v`: checksums are
 * not negotiated; `u`: the name of id 0 too).
 */
export function serverCommand({ program, sudo }: Pick<ServerRequest, 'program' | 'sudo'>): string {
  // `env`, because not every login shell knows VAR=value in front of a command; English texts are what we can read.
  return `env LC_ALL=C ${sudo ? 'sudo -n ' : ''}${program} --server --sender -slogDtprHRe.Lsfu`
}

/** What a server started by `serverCommand` reads before its greeting: NUL-ended strings, an empty one ends them. */
export function secludedArguments(request: Omit<ServerRequest, 'program' | 'sudo'>): Buffer {
  const options = [
    'rsync',
    ...(request.oneFileSystem ? ['-x'] : []),
    ...(request.errorsInBand ? ['--no-msgs2stderr'] : []),
    ...(request.checksum === 'md5' ? [] : [`--checksum-choice=${request.checksum}`]),
    '.',
  ]
  const args = [...options.map((option) => Buffer.from(option)), ...request.paths.map(escapeGlob)]
  return Buffer.concat([...args.flatMap((arg) => [arg, nul]), nul])
}

const nul = Buffer.of(0)

/**
 * The server itself globs secluded paths, component by component (util1.c, glob_match): one that holds a wildcard is
 * a pattern, in which a backslash makes literal what follows; any other is taken as it is, backslashes too.
 */
function escapeGlob(path: Buffer): Buffer {
  const escaped = path
    .toString('latin1')
    .split('/')
    .map((component) => (/[*?[]/.test(component) ? component.replace(/[*?[\\]/g, '\\$&') : component))
  return Buffer.from(escaped.join('/'), 'latin1')
}
