import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beginningOf, historyIntervals, makeHistory } from './history.ts'
import type { Made } from './history-scene.ts'
import { createLab, type Lab } from './lab.ts'
import { cloudSettings, nightsOf } from './nights.ts'
import { ada } from './people.ts'
import { anyPlace, type Place } from './places.ts'
import { type CollectingAgent, openCollectingAgent } from './collecting-agent.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { manualClock } from '../support/fake-clock.ts'
import { startMerakiSimulator } from '../support/meraki-simulator.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** A small demonstration, with an example of everything that a console shows. */
export interface DemoScene extends Made {
  service: TestService
  lab: Lab
  /** The password of `ada` and of all users in `people`. */
  password: string
  /** Runs the pending jobs of agents and cloud. They run only here. */
  work(): Promise<void>
  close(): Promise<void>
}

export interface DemoSceneOptions {
  /** At least 3. */
  nights?: number
  /** Addresses of the devices; default: free ports of 127.0.0.1. */
  placeOf?: (name: string, number: number) => Place
}

/** The time at which the service's clock stops: a Thursday morning. */
export const demoSceneEnd = new Date('2026-03-12T18:30:00Z')

/**
 * Opens a service with the demonstration's history. The first call in a process creates the history, which takes
 * several seconds; later calls copy it. It is always the same except for ids, keys and ports.
 * @param options those of the first call apply
 */
export async function demoScene(options: DemoSceneOptions = {}): Promise<DemoScene> {
  made ??= make(options)
  const { db: template, files, masterKey, places, history } = await made
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-demo-scene-'))
  writeFiles(folder, files)
  const cloud = await startMerakiSimulator()
  const db = await freshDatabase(template)
  const environment = { ...cloudSettings(cloud, folder), BKP_ADMIN_EMAIL: ada.email }
  const service = await startTestService({ db, masterKey, dataDirectory: folder, environment, now: demoSceneEnd })
  const lab = createLab({
    placeOf: (name) => placeIn(places, name),
    clock: manualClock(demoSceneEnd),
    end: demoSceneEnd,
  })
  const nights = nightsOf(service)
  let agents: CollectingAgent[] | undefined

  async function begin(): Promise<CollectingAgent[]> {
    await lab.become(0)
    service.dependencies.intervals = historyIntervals
    const stateDirs = history.agents.map(({ stateDir }) => path.join(folder, stateDir))
    return Promise.all(
      stateDirs.map((stateDir) => openCollectingAgent(service, { stateDir, version: '0.1.0', paceMs: () => 3_000 })),
    )
  }

  return {
    ...history,
    service,
    lab,
    password,
    async work() {
      agents ??= await begin()
      await nights.claimDue()
      for (const agent of agents) await agent.work()
      await nights.cloud()
    },
    async close() {
      await lab.close()
      await cloud.close()
      await service.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

const password = 'demonstration only'

interface MadeScene {
  db: TestDatabase
  /** Of the data directory, by relative path. */
  files: Map<string, Buffer>
  masterKey: Buffer
  places: Map<string, Place>
  /** The agents' folders are paths in the data directory. */
  history: Made
}

let made: Promise<MadeScene> | undefined

async function make({ nights = 3, placeOf = anyPlace }: DemoSceneOptions): Promise<MadeScene> {
  const how = { nights, end: demoSceneEnd, password, isRestoring: true }
  const begin = beginningOf(how)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-demo-history-'))
  const cloud = await startMerakiSimulator()
  const db = await freshDatabase()
  const environment = { ...cloudSettings(cloud, folder), BKP_ADMIN_EMAIL: ada.email, BKP_ADMIN_PASSWORD: password }
  const pools = [db.knex, db.agentsKnex, db.owner]
  // a database can be copied only without connections
  const kept = { ...db, drop: () => Promise.all(pools.map((pool) => pool.destroy())).then(() => undefined) }
  const service = await startTestService({
    db: kept,
    dataDirectory: folder,
    environment,
    now: begin,
    validateResponses: false,
  })
  const { masterKey } = service.dependencies
  const deviceClock = manualClock(begin)
  const lab = createLab({ placeOf, clock: deviceClock, end: demoSceneEnd })
  try {
    const history = await makeHistory(service, lab, { ...how, agentsFolder: path.join(folder, 'agents'), deviceClock })
    const agents = history.agents.map((one) => ({ ...one, stateDir: path.relative(folder, one.stateDir) }))
    const files = readFiles(folder)
    return { db, files, masterKey, places: lab.places, history: { ...history, agents } }
  } finally {
    await lab.close()
    await cloud.close()
    await service.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function readFiles(folder: string): Map<string, Buffer> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile())
  return new Map(files.map((name) => [name, fs.readFileSync(path.join(folder, name))]))
}

function writeFiles(folder: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [name, bytes] of files) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), bytes, { mode: 0o600 })
  }
}

function placeIn(places: Map<string, Place>, name: string): Place {
  const place = places.get(name)
  if (!place) throw new Error(`the history knows no ${name}`)
  return place
}
