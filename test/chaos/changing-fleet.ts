import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { makeConfig } from '../bench/simulated-fleet.ts'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'

/** Simulated IOS XE devices in their own process, whose configuration revision the test controls. */
export interface ChangingFleet {
  ports: number[]
  /**
   * Resolves when the devices return the texts of these revisions, by index. Those in `failing` close the connection
   * within the text.
   */
  setRevisions(revisions: number[], failing?: ReadonlySet<number>): Promise<void>
  /** The maximum number of concurrent sessions on any device. */
  connectedAtMost(): Promise<number>
  stop(): void
}

/** The stored text of a device at a revision: its output with normalised line ends. */
export function textAt(device: number, revision: number): string {
  const text = makeConfig(`chaos-${device}`, 8_000)
  return text
    .replace(
      'line vty 0 4',
      `ip route 10.${device % 256}.0.0 255.255.0.0 192.0.2.${revision % 256} ${revision}\n!\nline vty 0 4`,
    )
    .concat('\n')
}

/** Latency of each answer: a backup takes a second or two, so that kills occur during it. */
const latencyMs = 150

type Request = { count: number } | { revisions: number[]; failing: number[] } | 'connected'

const hangUp = { command: 'show running-config', bytes: 3_000, then: 'hang up' } as const

/** @returns once all of them listen */
export async function startChangingFleet(count: number): Promise<ChangingFleet> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [], { serialization: 'json' })
  process.once('exit', () => child.kill('SIGKILL'))
  const ask = <T>(request: Request) =>
    new Promise<T>((resolve) => {
      child.once('message', (answer) => resolve(answer as T))
      child.send(request)
    })
  return {
    ports: await ask<number[]>({ count }),
    setRevisions: (revisions, failing = new Set()) => ask({ revisions, failing: [...failing] }),
    connectedAtMost: () => ask('connected'),
    stop: () => void child.kill('SIGKILL'),
  }
}

if (process.send) {
  let devices: IosSimulator[] = []
  process.on('message', async (request: Request) => process.send?.(await answer(request)))

  async function answer(request: Request): Promise<unknown> {
    if (request === 'connected') return Math.max(...devices.map((device) => device.connectedAtMost))
    if ('revisions' in request) {
      request.revisions.forEach((revision, at) => {
        devices[at]?.set({ runningConfig: textAt(at, revision), cut: request.failing.includes(at) ? hangUp : null })
      })
      return true
    }
    const made = Array.from({ length: request.count }, (_, at) =>
      startIosSimulator({ hostname: `chaos-${at}`, latencyMs, runningConfig: textAt(at, 0) }),
    )
    devices = await Promise.all(made)
    return devices.map(({ port }) => port)
  }
}
