import { gzipSync } from 'node:zlib'
import type { ServerChannel } from 'ssh2'
import { tgzOf } from './tgz-of.ts'

export type BigipDevice = ReturnType<typeof bigipDevice>

export type BigipOptions = typeof plain

const accessDenied =
  '01070822:3: Access Denied: User (backup) may not change values of the field requested_command_string\n'

/** Returns a simulated BIG-IP, which stores its files as the device does. */
export function bigipDevice(changes: Partial<BigipOptions> = {}) {
  const options: BigipOptions = { ...plain, ...changes }
  const files = new Map<string, Buffer>()
  let saves = 0

  function tmsh(command: string): Said {
    const [, ucs] = /^save sys ucs (\S+)$/.exec(command) ?? []
    const [, scf] = /^save sys config file (\S+) no-passphrase$/.exec(command) ?? []
    const [, deleted] = /^delete sys ucs (\S+)$/.exec(command) ?? []
    const [, inner] = /^run \/util bash -c '(.*)'$/s.exec(command) ?? []
    if (command === 'show sys version') return good(versionOf(options))
    if (command === 'cd /; list recursive') return good(listed(options))
    if (command === 'list sys ucs') return good(ucsList(files))
    if (inner !== undefined)
      return options.role === 'administrator' ? bash(inner) : bad('Syntax Error: "bash" unexpected argument\n')
    if (ucs !== undefined) return saveUcs(ucs)
    if (scf !== undefined) return saveScf(scf)
    if (deleted !== undefined) return remove(`/var/local/ucs/${deleted}`)
    return bad(`Syntax Error: unexpected argument "${command.split(' ')[0]}"\n`)
  }

  function saveUcs(name: string): Said {
    if (options.role === 'guest') return bad(accessDenied)
    const path = `/var/local/ucs/${name}`
    const progress = 'Saving active configuration...\n'
    if (options.isFull) {
      files.set(path, gzipSync('half').subarray(0, 12))
      return bad(`${progress}Error: /var/tmp/: No space left on device\n`)
    }
    files.set(path, options.archive ?? ucsOf(options.members, (saves += 1)))
    return good(`${progress}${path} is saved.\n`)
  }

  function saveScf(name: string): Said {
    if (options.role === 'guest') return bad(accessDenied)
    const path = `/var/local/scf/${name}`
    files.set(path, Buffer.from(options.scf, 'latin1'))
    files.set(`${path}.tar`, Buffer.alloc(1024))
    return good(`Saving running configuration...\n  ${path}\n  ${path}.tar\n`)
  }

  function remove(path: string): Said {
    if (options.mayNotDelete || options.role === 'guest') return bad(accessDenied)
    return files.delete(path) ? good('') : bad(`01020036:3: The requested file (${path}) was not found.\n`)
  }

  function bash(command: string): Said {
    const [, , wrapped] = /^tmsh -q -c (['"])(.*)\1$/s.exec(command) ?? []
    const [program = '', ...words] = command.split(' ')
    const paths = words.filter((word) => word.startsWith('/'))
    if (wrapped !== undefined) return tmsh(wrapped)
    if (program === 'ls') return good([...files.keys()].map((path) => `${path.split('/').at(-1)}\n`).join(''))
    if (program === 'f5mku') return good(`${options.masterKey}\n`)
    if (program === 'rm') {
      if (options.mayNotDelete) return bad(`rm: cannot remove '${paths[0]}': Operation not permitted\n`)
      for (const path of paths) files.delete(path)
      return good('')
    }
    const file = files.get(paths[0] ?? '')
    if (program !== 'cat' && program !== 'stat') return bad(`-bash: ${program}: command not found\n`)
    if (!file) return bad(`${program}: ${paths[0]}: No such file or directory\n`)
    return { said: program === 'cat' ? file : Buffer.from(`${file.length}\n`), complaint: '', code: 0 }
  }

  return {
    /** By path. */
    files,
    /** Runs one system command, without checking the account. */
    bash,
    /** Serves one command on a channel without a terminal. */
    exec(command: string, stream: ServerChannel): void {
      const [, path] = /^scp -f (\S+)$/.exec(command) ?? []
      if (path !== undefined) {
        if (options.noScp && options.landsIn === 'tmsh')
          return end(stream, bad('Syntax Error: unexpected argument "scp"\n'))
        return sendByScp(stream, path, options.noScp ? undefined : files.get(path), options)
      }
      end(stream, options.landsIn === 'bash' ? bash(command) : tmsh(command))
    },
  }
}

const plain = {
  landsIn: 'bash' as 'bash' | 'tmsh',
  /**
   * Only `administrator` may leave tmsh; `resource-admin` may also create archives; `guest` may save and fetch nothing.
   */
  role: 'administrator' as 'administrator' | 'resource-admin' | 'guest',
  version: '15.1.8.2',
  /** The saved configuration file; the listing has short names and no header. */
  scf: '',
  /** Content of the archive, by path. A save adds content that differs each time. */
  members: {} as Record<string, string>,
  masterKey: 'oruIVCHfmVBnwGaSR/+MAA==',
  /** Whether SCP is denied to the account. */
  noScp: false,
  /** Whether `/var` is full. */
  isFull: false,
  /** The archive that a save leaves; default: one of `members`. */
  archive: undefined as Buffer | undefined,
  /** Bytes of an archive after which SCP ends. */
  cutAt: undefined as number | undefined,
  mayNotDelete: false,
}

/** Output and exit status of a command. */
interface Said {
  said: Buffer
  complaint: string
  code: number
}

function good(said: string): Said {
  return { said: Buffer.from(said, 'latin1'), complaint: '', code: 0 }
}

function bad(complaint: string): Said {
  return { said: Buffer.alloc(0), complaint, code: 1 }
}

function end(stream: ServerChannel, { said, complaint, code }: Said): void {
  if (said.length > 0) stream.write(said)
  if (complaint !== '') stream.stderr.write(complaint)
  stream.exit(code)
  stream.end()
}

function versionOf({ version }: BigipOptions): string {
  return `\nSys::Version\nMain Package\n  Product     BIG-IP\n  Version     ${version}\n  Build       0.0.17\n\n`
}

/** As in a listing: no header, short names. */
function listed({ scf, role }: BigipOptions): string {
  const text = scf.replace(/^#TMSH-VERSION.*\n+/, '').replaceAll('/Common/', '')
  return role === 'administrator' ? text : text.replace(/^auth user [^{]*\{\n(?: .*\n)*\}\n/gm, '')
}

function ucsList(files: ReadonlyMap<string, Buffer>): string {
  return [...files.keys()].map((path) => `sys ucs ${path} {\n    encrypted no\n}\n`).join('')
}

/** Returns a UCS as a save creates it: the configuration, and content that differs each time. */
export function ucsOf(members: Record<string, string>, save: number): Buffer {
  const all = { 'SPEC-Manifest': `made by save ${save}\n`, ...members, 'var/lib/ntp/drift': `${save / 1000}\n` }
  const files = Object.entries(all).map(([path, text]) => [path, Buffer.from(text, 'latin1')] as const)
  return tgzOf(files, 1_700_000_000 + save)
}

/** The sending side of SCP: a control line, the bytes and a zero, each after a zero from the client. */
function sendByScp(
  stream: ServerChannel,
  path: string,
  file: Buffer | undefined,
  { cutAt }: Pick<BigipOptions, 'cutAt'>,
): void {
  const over = (code: number) => {
    stream.exit(code)
    stream.end()
  }
  let turn = 0
  stream.on('data', (data: Buffer) => {
    for (let zeros = data.length; zeros > 0; zeros--) {
      turn += 1
      if (turn === 1 && !file) {
        stream.write(`\x01"${path}": file not allowed\n`)
        over(1)
      }
      if (!file) continue
      if (turn === 1) stream.write(`C0600 ${file.length} ${path.split('/').at(-1)}\n`)
      if (turn === 2) {
        const isCut = cutAt !== undefined && path.endsWith('.ucs')
        stream.write(isCut ? file.subarray(0, cutAt) : file)
        if (isCut) over(1)
        else stream.write(Buffer.alloc(1))
      }
      if (turn === 3) over(0)
    }
  })
}
