import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startIosSimulator } from '../support/ios-simulator.ts'

/** Simulated IOS XE devices in their own process, each on a loopback port. */
export interface Fleet {
  devices: { port: number; fingerprint: string }[]
  stop(): void
}

export interface FleetOptions {
  count: number
  latencyMs: number
  configBytes: number
}

/** @returns once all of them listen */
export function startFleet(options: FleetOptions): Promise<Fleet> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [], { serialization: 'json' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', (devices: Fleet['devices']) => resolve({ devices, stop: () => child.kill('SIGKILL') }))
    child.send(options)
  })
}

if (process.send) {
  process.once('message', async ({ count, latencyMs, configBytes }: FleetOptions) => {
    const devices = []
    for (let at = 0; at < count; at += 1) {
      const runningConfig = makeConfig(`bench-${at}`, configBytes)
      const { port, hostKeyFingerprint } = await startIosSimulator({
        hostname: `bench-${at}`,
        latencyMs,
        runningConfig,
      })
      devices.push({ port, fingerprint: hostKeyFingerprint })
    }
    process.send?.(devices)
  })
}

/** Returns an IOS-like configuration of about this size, different for each name. */
export function makeConfig(hostname: string, bytes: number): string {
  const lines = ['!', 'version 17.9', 'service timestamps debug datetime msec', `hostname ${hostname}`, '!']
  let size = lines.join('\n').length
  for (let at = 1; size < bytes; at += 1) {
    const block = [
      `interface GigabitEthernet1/0/${at}`,
      ` description link ${at} of ${hostname} to rack ${(at * 7919) % 997}`,
      ` ip address 10.${at % 256}.${(at * 31) % 256}.1 255.255.255.0`,
      ' switchport mode access',
      ' spanning-tree portfast',
      '!',
    ]
    size += block.join('\n').length + 1
    lines.push(...block)
  }
  return [...lines, 'line vty 0 4', ' login local', '!', 'end'].join('\n')
}
