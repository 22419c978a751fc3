import { junosAccount, junosExec, junosShell, type JunosAccount } from './junos-cli.ts'
import type { JunosDevice } from './junos-device.ts'
import { junosHello, junosNetconf } from './junos-netconf.ts'
import { serveNetconf, type NetconfServed } from './netconf-server.ts'
import { type ScpSink, scpTarget, takeByScp } from './scp-sink.ts'
import { noFaults, shellDevice, type ShellFaults } from './shell-device.ts'
import { startSshSimulator, type SshServed, type SshServerOptions, type SshSimulator } from './ssh-simulator.ts'

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
          const path = scpTarget(command)
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
