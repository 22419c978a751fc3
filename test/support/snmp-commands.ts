import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { temporaryFolder } from './temporary-folders.ts'

/** `snmptrap` and `snmpinform` of Debian. */
const programs = { trap: '/usr/bin/snmptrap', inform: '/usr/bin/snmpinform' }

/** Returns why they cannot run here, or undefined. */
export function snmpCommandsMissing(): string | undefined {
  const missing = Object.values(programs).find((program) => !fs.existsSync(program))
  return missing && `needs ${missing}`
}

/** How a command of a user authenticates and encrypts, as its options `-a` and `-x` name it. */
export interface SentBy {
  user: string
  auth?: { protocol: string; password: string }
  priv?: { protocol: string; password: string }
  /** Boots and time of the sender of a trap. */
  engineTime?: { boots: number; time: number }
}

/** Sends notifications of one engine to a port of 127.0.0.1. */
export function createSnmpSender(port: number) {
  const folder = temporaryFolder('coffer-test-snmp-')
  const env = { ...process.env, SNMP_PERSISTENT_DIR: folder, SNMPCONFPATH: folder, MIBS: '' }

  async function run(kind: keyof typeof programs, options: string[], oid: string) {
    const args = [...options, '-t', '1', '-r', '1', `udp:127.0.0.1:${port}`, '1', oid]
    const command = spawn(programs[kind], args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const printed: Buffer[] = []
    command.stderr.on('data', (chunk: Buffer) => printed.push(chunk))
    const [status] = (await once(command, 'close')) as [number]
    return {
      status,
      error: Buffer.concat(printed)
        .toString()
        .replace(/^Created directory.*\n/gm, ''),
    }
  }

  return {
    /** Resolves with the status of the command, which is not 0 for an inform without an answer. */
    sendVersion3(kind: keyof typeof programs, { user, auth, priv, engineTime }: SentBy, oid: string) {
      const level = priv ? 'authPriv' : auth ? 'authNoPriv' : 'noAuthNoPriv'
      const engine = kind === 'trap' ? ['-e', '0x80007ed90501020304'] : []
      return run(
        kind,
        [
          ...['-v', '3', '-u', user, '-l', level, ...engine],
          ...(auth ? ['-a', auth.protocol, '-A', auth.password] : []),
          ...(priv ? ['-x', priv.protocol, '-X', priv.password] : []),
          ...(engineTime ? ['-Z', `${engineTime.boots},${engineTime.time}`] : []),
        ],
        oid,
      )
    },
    sendVersion2: (kind: keyof typeof programs, oid: string) => run(kind, ['-v', '2c', '-c', 'public'], oid),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}
