import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { makeConfig } from '../bench/simulated-fleet.ts'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'

/** Simulated IOS XE devices in a process of their own, whose configuration is at a revision that the test decides. */
export interface ChangingFleet {
  ports: number[]
  /** Resolves when the devices say the text of these revisions, by index, and some hang up in the middle of it. */
  setRevisions(revisions: number[], failing?: ReadonlySet<number>): Promise<void>
  /** The most sessions that any device ever had at one time. */
  connectedAtMost(): Promise<number>
  stop(): void
}

/** What is stored of a device at a revision: what it says, with line ends as Coffer keeps them. */
export function textAt(device: number, revision: number): string {
  const text = makeConfig(`chaos-${device}`, 8_000)
  return text
    .replace(
      'line vty 0 4',
      `ip route 10.${device % 256}.0.0 255.255.0.0 192.0.2.${revision % 256} ${revision}\n!\nline vty 0 4`,
    )
    .concat('\n')
}

/** Of each answer: a backup takes a second or two, so that kills meet it under way. */
const latencyMs = 150

type Request = { count: number } | { revisions: number[]; failing: number[] } | 'connected'

const hangUp = { command: 'show running-config', bytes: 3_000, then: 'hang up' } as const

/** @returns when all of them listen */
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
