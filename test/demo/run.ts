import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { DemoError } from './demo-error.ts'
import { startMerakiSimulator } from '../support/meraki-simulator.ts'
import { createLab, type Lab } from './lab.ts'
import { cloudSettings } from './nights.ts'
import { ada } from './people.ts'
import { type Kept, writeKept } from './places.ts'

/** A running demonstration. */
export interface RunningDemo {
  url: string
  /** Resolves with a message when one of its processes ends unexpectedly. */
  ended: Promise<string>
  stop(): Promise<void>
}

const root = path.join(import.meta.dirname, '../..')

/** Interval of changes to the devices. */
const changeEveryMs = 60_000

/**
 * Starts the simulated devices, the service on the data directory as `npm start` does, and its agents, each in its own
 * process. Changes of devices are counted beside the data, so that the next start continues from them.
 * @param port 0 for any
 */
export async function runDemo(folder: string, kept: Kept, port: number): Promise<RunningDemo> {
  const lab = createLab({
    placeOf: (name) => placeOf(kept, name),
    clock: machineClock,
    end: new Date(kept.endedAt ?? 0),
    more: kept.more,
  })
  const cloud = await startMerakiSimulator()
  const children: Child[] = []
  const stop = async () => {
    clearInterval(changing)
    for (const child of children.reverse()) await child.stop()
    await lab.close()
    await cloud.close()
  }
  const changing = setInterval(() => void changeOne(folder, kept, lab), changeEveryMs)
  try {
    await openLab(lab)
    const service = start('service/main.ts', [], {
      BKP_DATA_DIR: folder,
      BKP_PORT: String(port),
      BKP_ADMIN_EMAIL: ada.email,
      BKP_LOCAL_AGENT: 'off',
      ...cloudSettings(cloud, folder),
    })
    children.push(service)
    const url = await listening(service)
    const agents = path.join(folder, 'agents')
    for (const name of fs.readdirSync(agents)) {
      children.push(
        start('agent/main.ts', ['run', '--until-stdin-ends'], {
          BKP_AGENT_URL: url,
          BKP_AGENT_STATE_DIR: path.join(agents, name),
        }),
      )
    }
    const ended = Promise.race(children.map(({ ended }) => ended))
    return { url, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const machineClock = {
  now: () => new Date(),
  after(ms: number, event: () => void) {
    const timer = setTimeout(event, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

function placeOf({ places }: Kept, name: string) {
  const place = places[name]
  if (place) return place
  throw new DemoError(`the history has no device ${name}: create it again with --fresh`)
}

async function openLab(lab: Lab): Promise<void> {
  try {
    await lab.become(0)
  } catch (error) {
    const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
    if (code !== 'EADDRINUSE') throw error
    throw new DemoError(
      `a simulated device cannot listen on ${address} port ${port}. Check whether the demo is already running.`,
    )
  }
}

/** Changes the devices in turn. A device with an open session is skipped until its next turn. */
async function changeOne(folder: string, kept: Kept, lab: Lab): Promise<void> {
  const turn = Object.values(kept.more).reduce((sum, count) => sum + count, 0)
  const names = lab.devices.map(({ name }) => name)
  const name = names[(turn * 7) % names.length]
  if (name !== undefined && (await lab.change(name))) writeKept(folder, kept)
}

interface Child {
  process: ChildProcess
  /** Called for each line of its log. */
  onLine(listener: (line: string) => void): void
  ended: Promise<string>
  stop(): Promise<void>
}

function start(program: string, parameters: string[], environment: Record<string, string>): Child {
  const { PATH, HOME, LANG, TZ, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [path.join(root, program), ...parameters], {
    // npm_lifecycle_event makes the service end with its parent, however that ends; an agent ends with its standard
    // input
    env: { PATH, HOME, LANG, TZ, NODE_COMPILE_CACHE, npm_lifecycle_event: 'demo', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: process.platform !== 'win32', // Ctrl-C reaches only this process, which stops them in order
  })
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines = createInterface({ input: child.stdout })
  lines.on('line', logTrouble)
  const killWithUs = () => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  return {
    process: child,
    onLine: (listener) => void lines.on('line', listener),
    ended: exit.then((code) => `${program} ended with ${code}`),
    async stop() {
      child.kill('SIGTERM')
      await exit
      process.off('exit', killWithUs)
    },
  }
}

/** Prints warnings and errors of the service's log; its agents log in the same format. */
function logTrouble(line: string): void {
  const { level, msg } = parsed(line)
  if (typeof level === 'number' && level >= 40) process.stderr.write(`${String(msg)}\n`)
}

function parsed(line: string): { level?: unknown; msg?: unknown } {
  try {
    return JSON.parse(line) as { level?: unknown; msg?: unknown }
  } catch {
    return {}
  }
}

function listening(service: Child): Promise<string> {
  return new Promise((resolve, reject) => {
    service.onLine((line) => {
      const url = /Coffer listens on (http:\/\/[^;\s"]+)/.exec(line)?.[1]
      if (url) resolve(url)
    })
    void service.ended.then((how) => reject(new DemoError(how)))
  })
}
