import { spawn } from 'node:child_process'
import dgram from 'node:dgram'
import { once } from 'node:events'
import fs from 'node:fs'
import { whenWritten } from './listening-program.ts'
import { temporaryFolder } from './temporary-folders.ts'

export type Snmptrapd = Awaited<ReturnType<typeof startSnmptrapd>>

const program = '/usr/sbin/snmptrapd'

/** A user of version 3, as `createUser` defines it. */
export interface SnmpUser {
  name: string
  /** Of the sender of traps; null: informs, of which the receiver is the engine. */
  engineId: Buffer | null
  authProtocol: 'SHA' | 'SHA-256' | 'SHA-512'
  authPassword: string
  privProtocol: 'AES' | 'AES-256'
  privPassword: string
}

/** Returns why no snmptrapd can be started here, or undefined. */
export function snmptrapdMissing(): string | undefined {
  return fs.existsSync(program) ? undefined : `needs ${program}`
}

/** Starts Debian's snmptrapd on a port of 127.0.0.1. It accepts the community `coffer` and these users, encrypted. */
export async function startSnmptrapd(users: SnmpUser[]) {
  const folder = temporaryFolder('coffer-test-snmptrapd-')
  const port = await freeUdpPort()
  const log = `${folder}/log`
  fs.writeFileSync(`${folder}/snmptrapd.conf`, configuration(users))
  const format = '%#04.4y %P\\n%v\\n'
  const options = [
    '-f',
    '-C',
    '-c',
    `${folder}/snmptrapd.conf`,
    '-Lf',
    log,
    '-m',
    '',
    '-n',
    '-On',
    '-Oa',
    '-Oe',
    '-F',
    format,
  ]
  const env = { ...process.env, SNMP_PERSISTENT_DIR: folder, SNMPCONFPATH: folder }
  const snmptrapd = spawn(program, [...options, `udp:127.0.0.1:${port}`], { stdio: 'ignore', env })
  await whenWritten(log, /NET-SNMP version/)

  return {
    port,
    /** Resolves with everything received when it matches. */
    received: (pattern: RegExp) => whenWritten(log, pattern),
    async stop() {
      snmptrapd.kill('SIGKILL')
      await once(snmptrapd, 'exit')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configuration(users: SnmpUser[]): string {
  const lines = users.map(({ name, engineId, authProtocol, authPassword, privProtocol, privPassword }) => {
    const engine = engineId ? `-e 0x${engineId.toString('hex')} ` : ''
    return `createUser ${engine}${name} ${authProtocol} "${authPassword}" ${privProtocol} "${privPassword}"\nauthUser log ${name} priv`
  })
  return `authCommunity log coffer\n${lines.join('\n')}\n`
}

async function freeUdpPort(): Promise<number> {
  const socket = dgram.createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
