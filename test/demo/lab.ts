import { type HttpsDevice, startHttpsDevice } from '../support/https-device.ts'
import type { JunosClock } from '../support/junos-device.ts'
import { loginSecret } from '../support/open-simulator.ts'
import { noFaults, shellDevice } from '../support/shell-device.ts'
import { type SshServed, startSshSimulator } from '../support/ssh-simulator.ts'
import { demoFleet } from './fleet.ts'
import type { LabDevice, Mood } from './lab-device.ts'
import type { Place } from './places.ts'
import type { SystemContext } from './story.ts'

/** The devices of the demonstration, each listening at its address. */
export interface Lab {
  devices: LabDevice[]
  places: Map<string, Place>
  /** Switches all of them to their state in a night. */
  become(ago: number): Promise<void>
  /** Applies the next change to a device, unless a session is open. @returns whether it was applied */
  change(name: string): Promise<boolean>
  close(): Promise<void>
}

interface Open {
  isBusy(): boolean
  close(): Promise<void>
}

export interface LabOptions {
  /** Returns the address of a device by name and number; port 0 selects a free port, which is then stored. */
  placeOf: (name: string, number: number) => Place
  /** The devices' own clock. */
  clock: JunosClock
  /** Of the history. */
  end: Date
  /** By name, the number of changes since the end of the history; continued from here. */
  more?: Record<string, number>
}

export function createLab({ placeOf, clock, end, more = {} }: LabOptions): Lab {
  const devices = demoFleet(clock)
  const places = new Map(devices.map(({ name }, at) => [name, placeOf(name, at)]))
  const open = new Map<string, Open>()
  let night = 0

  async function turn(device: LabDevice, ago: number): Promise<void> {
    await open.get(device.name)?.close()
    open.delete(device.name)
    const place = places.get(device.name)
    const mood = device.mood?.(ago) ?? 'well'
    const moment: SystemContext = { ago, end, more: more[device.name] ?? 0 }
    const served = device.serve(moment)
    if (!place || mood === 'away') return
    open.set(
      device.name,
      'answer' in served ? await listenHttps(served.answer, place) : await listenSsh(served, place, mood),
    )
  }

  return {
    devices,
    places,
    async become(ago) {
      night = ago
      for (const device of devices) await turn(device, ago)
    },
    async change(name) {
      const device = devices.find((one) => one.name === name)
      if (!device || open.get(name)?.isBusy()) return false
      more[name] = (more[name] ?? 0) + 1
      await turn(device, night)
      return true
    },
    async close() {
      for (const one of open.values()) await one.close()
      open.clear()
    },
  }
}

async function listenSsh(served: SshServed, place: Place, mood: Mood): Promise<Open> {
  const silent: SshServed = {
    shell: (wire, seen) =>
      shellDevice({ prompt: () => '', obey: () => '' }, noFaults({ silentFromLine: 0 }), wire, seen),
  }
  const simulator = await startSshSimulator(mood === 'silent' ? silent : served, {
    host: place.host,
    port: place.sshPort,
    hostKey: mood === 'replaced' ? place.otherHostKey : place.hostKey,
    password: mood === 'refusing' ? `another than ${loginSecret}` : loginSecret,
  })
  place.sshPort = simulator.port
  return { isBusy: () => simulator.connected > 0, close: () => simulator.close() }
}

async function listenHttps(answer: Parameters<typeof startHttpsDevice>[0], place: Place): Promise<Open> {
  const { host, apiPort: port, certificate } = place
  const device: HttpsDevice = await startHttpsDevice(answer, { host, port, certificate })
  place.apiPort = device.port
  return { isBusy: () => false, close: () => device.close() }
}
