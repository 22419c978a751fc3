import type { ServerChannel } from 'ssh2'
import { junosAccount, junosExec, junosShell, type JunosAccount } from './junos-cli.ts'
import type { JunosDevice } from './junos-device.ts'
import { junosHello, junosNetconf } from './junos-netconf.ts'
import { serveNetconf, type NetconfServed } from './netconf-server.ts'
import { noFaults, shellDevice, type ShellFaults } from './shell-device.ts'
import { startSshSimulator, type SshServed, type SshServerOptions, type SshSimulator } from './ssh-simulator.ts'

/** How a device receives files by SCP, and its faults. */
interface ScpSink {
  /** Refuses with this message and closes the channel. */
  refuses?: string
  /** Alters the received bytes. */
  alters?: (bytes: Buffer) => Buffer
}

export interface JunosSimulatorOptions extends SshServerOptions {
  account?: Partial<JunosAccount>
  /** Services that this port lacks; `xml-mode` is NETCONF by a command. */
  without?: readonly ('exec' | 'shell' | 'netconf' | 'xml-mode')[]
  /** `system services netconf rfc-compliant` and `version-1.1`. */
  rfc?: boolean
  netconf?: Partial<NetconfServed>
  faults?: Partial<ShellFaults>
  scp?: ScpSink
}

/** Starts a port of a Junos device. A session that ends leaves the configuration mode as on a device. */
export function startJunosSimulator(device: JunosDevice, options: JunosSimulatorOptions = {}): Promise<SshSimulator> {
  return startSshSimulator(servedByJunos(device, options), options)
}

/** Returns what a Junos device serves on such a port. */
export function servedByJunos(device: JunosDevice, options: JunosSimulatorOptions = {}): SshServed {
  const { without = [], rfc = false, scp = {} } = options
  const account = junosAccount(options.account)
  const faults = noFaults(options.faults)
  const netconf: NetconfServed = { identify: junosHello(rfc), ...junosNetconf(device, account), ...options.netconf }
  return {
    shell: without.includes('shell')
      ? undefined
      : (wire, seen) => {
          const model = junosShell(device, account)
          const session = shellDevice(model, faults, wire, seen)
          const stop = () => {
            session.stop()
            model.end()
          }
          return { take: (data) => session.take(data), stop }
        },
    exec: without.includes('exec')
      ? undefined
      : (command, stream) => {
          if (command === 'xml-mode netconf need-trailer' && !without.includes('xml-mode'))
            return serveNetconf(netconf, stream)
          const path = /^scp -t (\S+)$/.exec(command)?.[1]
          if (path !== undefined) return takeByScp(stream, scp, (bytes) => device.files.set(path, bytes))
          const own = faults.answers[command]
          const { said, complaint } =
            own === undefined ? junosExec(device, account, command) : { said: own, complaint: '' }
          const cut = faults.cut?.command === command ? faults.cut : null
          const answer = Buffer.from(said, 'latin1').subarray(0, cut?.bytes)
          for (const piece of faults.split(answer)) stream.write(piece)
          if (cut?.then === 'silence') return
          stream.stderr.write(complaint)
          if (cut?.then !== 'hang up') stream.exit(0) // a killed command has no status
          stream.end()
        },
    subsystem: without.includes('netconf') ? undefined : (_name, stream) => serveNetconf(netconf, stream),
  }
}

/** The receiving side of legacy SCP. Reports the file once it is complete. */
function takeByScp(
  stream: ServerChannel,
  { refuses, alters = (bytes) => bytes }: ScpSink,
  take: (bytes: Buffer) => void,
) {
  const end = (code: number) => {
    stream.exit(code)
    stream.end()
  }
  if (refuses !== undefined) {
    stream.stderr.write(`${refuses}\n`)
    return end(1)
  }
  let held = Buffer.alloc(0)
  let size: number | undefined
  stream.on('data', (piece: Buffer) => {
    held = Buffer.concat([held, piece])
    if (size === undefined) {
      const line = held.indexOf(0x0a)
      if (line < 0) return
      size = Number(/^C[0-7]{4} (\d+) \S+$/.exec(held.subarray(0, line).toString())?.[1])
      held = held.subarray(line + 1)
      stream.write(Buffer.alloc(1))
    }
    if (held.length <= size) return
    take(alters(held.subarray(0, size)))
    stream.write(Buffer.alloc(1))
    end(0)
  })
  stream.write(Buffer.alloc(1))
}
