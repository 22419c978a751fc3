import { temporaryFolder } from '../support/temporary-folders.ts'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { atEnd } from '../support/at-end.ts'
import { type RunningCoffer, newDataDirectory, runCoffer, runCommand } from '../support/running-coffer.ts'
import type { Client } from '../support/service.ts'
import { type EndedRun, triggerBackups, whenEnded } from '../chaos/play-rounds.ts'
import { type DrillFleet, startDrillFleet } from './drill-fleet.ts'
import { type KnownVersion, type Reading, knownVersions, readVersion } from './known-versions.ts'

/** A stopped Coffer with backups of two nights, as a copy that a drill may damage. */
export interface DrillScene {
  /** Its data directory. */
  data: string
  /** A folder for data stored elsewhere. */
  elsewhere: string
  /** A dump of its database, taken between the two nights. */
  dump: string
  tenantId: string
  fleet: DrillFleet
  /** Everything that is stored, with its expected content. */
  versions: KnownVersion[]
  start(environment?: Record<string, string>): Promise<RunningCoffer>
  /** Stops what was started gracefully. */
  stop(): Promise<void>
  /** Runs a command of the server to its end. */
  command(words: string, environment?: Record<string, string>): ReturnType<typeof runCommand>
  /** Backs up every device. @returns the ended runs, in the order of the fleet */
  backUp(admin: Client, limitMs?: number): Promise<EndedRun[]>
  /** Reads every version and returns the results by name. */
  readAll(admin: Client): Promise<Map<string, Reading>>
  close(): Promise<void>
}

/** How long a backup may take on a busy computer. */
const backUpMs = 240_000

/** @returns a copy of the scene that the first drill of a process created */
export async function openDrillScene(): Promise<DrillScene> {
  made ??= make()
  const { template, tenantId, fleet, versions } = await made
  const data = newDataDirectory()
  const elsewhere = temporaryFolder('coffer-drill-')
  execFileSync('cp', ['-a', `${template.data}/.`, data])
  let running: RunningCoffer | undefined
  const stop = async () => {
    await running?.kill('SIGTERM')
    running = undefined
  }
  return {
    data,
    elsewhere,
    dump: template.dump,
    tenantId,
    fleet,
    versions,
    async start(environment) {
      running = await runCoffer(data, environment)
      return running
    },
    stop,
    command: (words, environment) => runCommand(words, data, environment),
    async backUp(admin, limitMs = backUpMs) {
      return whenEnded(admin, await triggerBackups(admin, tenantId, fleet.ids), limitMs)
    },
    async readAll(admin) {
      const readings = new Map<string, Reading>()
      for (const version of versions) readings.set(version.name, await readVersion(admin, version))
      return readings
    },
    async close() {
      await stop()
      for (const folder of [data, elsewhere]) fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the names of those that are not read completely. */
export function namesOfHurt(readings: Map<string, Reading>): string[] {
  return [...readings].flatMap(([name, reading]) => (reading === 'whole' ? [] : [name])).sort()
}

interface Made {
  template: { data: string; dump: string }
  tenantId: string
  fleet: DrillFleet
  versions: KnownVersion[]
}

let made: Promise<Made> | undefined

async function make(): Promise<Made> {
  const data = newDataDirectory()
  const folder = temporaryFolder('coffer-drill-')
  const dump = path.join(folder, 'between.dump')
  atEnd(async () => [data, folder].forEach((one) => fs.rmSync(one, { recursive: true, force: true })))
  let coffer = await runCoffer(data)
  const { tenantId } = await coffer.localAgent()
  let admin = await coffer.admin()
  const fleet = await startDrillFleet(admin, tenantId)
  await whenEnded(admin, await triggerBackups(admin, tenantId, fleet.ids), backUpMs)
  await fleet.approve(admin)
  const backUp = async () => {
    const runs = await whenEnded(admin, await triggerBackups(admin, tenantId, fleet.ids), backUpMs)
    const failed = runs.find(({ status }) => status !== 'succeeded')
    if (failed || runs.length < fleet.ids.length) throw new Error(`the scene cannot be set: ${JSON.stringify(failed)}`)
  }
  await backUp()
  const taken = await runCommand(`dump ${dump}`, data)
  if (taken.code !== 0) throw new Error(`the scene cannot be set: ${taken.errors}`)
  await coffer.kill('SIGTERM')
  coffer = await runCoffer(data)
  admin = await coffer.admin()
  fleet.change(1)
  await backUp()
  const versions = await knownVersions(admin, fleet)
  await coffer.kill('SIGTERM')
  return { template: { data, dump }, tenantId, fleet, versions }
}
