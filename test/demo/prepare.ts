import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { pino } from 'pino'
import { makeFolder } from '../../service/embedded/home.ts'
import { startEmbeddedPostgres } from '../../service/embedded/postgres.ts'
import { openMasterKey } from '../../service/keys/open-master-key.ts'
import { DemoError } from './demo-error.ts'
import { createKnex } from '../../service/store/connect.ts'
import { migrate } from '../../service/store/migrate.ts'
import type { TestDatabase } from '../support/database.ts'
import { manualClock } from '../support/fake-clock.ts'
import { startMerakiSimulator } from '../support/meraki-simulator.ts'
import { startTestService } from '../support/service.ts'
import { beginningOf, makeHistory } from './history.ts'
import { createLab } from './lab.ts'
import { cloudSettings } from './nights.ts'
import { ada } from './people.ts'
import { type Kept, placeFor, readKept, writeKept } from './places.ts'

export interface PrepareOptions {
  folder: string
  isFresh: boolean
  nights: number
  say: (line: string) => void
}

export interface Prepared {
  kept: Kept
  password: string
  passwordFile: string
}

/**
 * Returns a data directory with the demonstration's history: the existing one, or a new one.
 * @throws DemoError if the folder contains anything else
 */
export async function prepareDemo({ folder, isFresh, nights, say }: PrepareOptions): Promise<Prepared> {
  const found = readKept(folder)
  if (!found && fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
    throw new DemoError(`${folder} contains files that are not of a demo. Choose another folder with --data.`)
  }
  const passwordFile = path.join(folder, 'demo-password')
  if (found?.endedAt && !isFresh) {
    return { kept: found, password: fs.readFileSync(passwordFile, 'utf8').trim(), passwordFile }
  }
  fs.rmSync(folder, { recursive: true, force: true })
  makeFolder(folder)
  const kept: Kept = { places: {}, more: {} }
  writeKept(folder, kept) // identifies the folder if the start is interrupted
  const password = randomBytes(12).toString('base64url')
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' })
  say(`creating the history of ${nights} nights in ${folder}; this takes half a minute, or longer on a busy computer`)
  const begunAt = performance.now()
  await writeHistory(folder, kept, { nights, password, say })
  say(`created the history in ${Math.round((performance.now() - begunAt) / 1000)} s`)
  return { kept, password, passwordFile }
}

async function writeHistory(
  folder: string,
  kept: Kept,
  how: { nights: number; password: string; say: (line: string) => void },
) {
  const end = new Date()
  const begin = beginningOf({ nights: how.nights, end })
  const block = await freeBlock()
  const cloud = await startMerakiSimulator()
  const db = await openDatabase(folder)
  const { masterKey } = await openMasterKey(db.knex, null, folder)
  const environment = {
    ...cloudSettings(cloud, folder),
    BKP_ADMIN_EMAIL: ada.email,
    BKP_ADMIN_PASSWORD: how.password,
  }
  const service = await startTestService({
    db,
    masterKey,
    dataDirectory: folder,
    environment,
    now: begin,
    validateResponses: false,
  })
  const deviceClock = manualClock(begin)
  const lab = createLab({ placeOf: (_name, number) => placeFor(number, block), clock: deviceClock, end })
  try {
    await makeHistory(service, lab, {
      ...how,
      end,
      isHasty: true,
      agentsFolder: path.join(folder, 'agents'),
      deviceClock,
    })
    kept.places = Object.fromEntries(lab.places)
    kept.endedAt = end.toISOString()
    writeKept(folder, kept)
  } finally {
    await lab.close()
    await cloud.close()
    await service.close()
  }
}

/**
 * Opens the database that the service will use. It does not wait for the disk, because data lost in a crash is created
 * again.
 */
async function openDatabase(dataDirectory: string): Promise<TestDatabase> {
  const log = pino({ level: 'silent' })
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDirectory, settings, log: (level, line) => log[level](line) })
  const owner = createKnex(postgres.ownerUrl, { application: 'demo owner', poolMax: 2 })
  await migrate(owner)
  const knex = createKnex(postgres.serviceUrl, { application: 'demo', poolMax: 10, prepares: true })
  return {
    knex,
    agentsKnex: knex,
    owner,
    url: postgres.serviceUrl,
    ownerUrl: postgres.ownerUrl,
    async drop() {
      await Promise.all([knex.destroy(), owner.destroy()])
      await postgres.stop()
    },
  }
}

/** Returns a block of loopback addresses that no other demonstration uses. */
async function freeBlock(): Promise<number> {
  for (let block = 44; block < 60; block += 1) {
    const { host, sshPort } = placeFor(0, block)
    if (await isFree(host, sshPort)) return block
  }
  throw new DemoError('all loopback addresses for simulated devices are in use by other demos: stop one')
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
