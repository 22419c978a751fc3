import { temporaryFolder } from '../support/temporary-folders.ts'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findRunningPostgres } from '../../service/embedded/find-running-postgres.ts'
import { createKnex } from '../../service/store/connect.ts'
import { whenEnded } from '../chaos/play-rounds.ts'
import type { Client } from '../support/service.ts'
import type { Drill, DrillLog } from './drill.ts'
import { type DrillScene, namesOfHurt } from './drill-scene.ts'
import { readVersion, versionsOf } from './known-versions.ts'
import { until } from './until.ts'

/** Puts a part of the data directory on its own disk, which is filled to the last byte and then freed. */
export const disksFull: Drill[] = [
  disk('data', '', 'the disk of the data directory, with database and objects, is full'),
  disk('store', 'objects', 'the disk of the objects is full'),
  disk('database', 'database', 'the disk of the database is full'),
]

type Part = 'data' | 'store' | 'database'

function disk(part: Part, below: string, title: string): Drill {
  return { name: `disk-full-${part}`, title, missing, play: (scene, say) => play(scene, say, part, below) }
}

async function play(scene: DrillScene, say: DrillLog, part: Part, below: string) {
  const small = mountBelow(path.join(scene.data, below))
  try {
    const coffer = await scene.start()
    const { tenantId } = await coffer.localAgent()
    const admin = await coffer.admin()
    scene.fleet.change(2)
    small.fill()
    const stopped = part === 'store' ? true : await fillLog(scene.data)
    say.did('filled the disk to its last byte, changed every device, and asked for backups of all of them')
    const where = `/api/backups/trigger?tenant=${tenantId}`
    const asked = await admin.post(where, { device_ids: scene.fleet.ids }).catch(() => null)
    const waiting = asked?.status === 202 ? (asked.body as { id: string }[]).map(({ id }) => id) : []
    const health = await fetch(`${coffer.url}/health`)
    const ready = await fetch(`${coffer.url}/ready`)
    const state = (await ready.json()) as { status: string; object_store?: string }
    say.holds('the service is there: /health answers 200', health.status === 200, health.status)
    if (part === 'store') {
      await until('the log says why', () => coffer.log.some((line) => line.includes('ENOSPC')))
      say.holds('the log says why: ENOSPC', true)
      say.holds(
        '/ready stays ready, and says that the store does not answer',
        ready.status === 200 && state.object_store === 'does not answer',
        state,
      )
      const affected = namesOfHurt(await scene.readAll(admin))
      say.holds('everything that was stored before can be read meanwhile', affected.length === 0, affected)
      const now = await Promise.all(waiting.map(async (id) => (await admin.get(`/api/runs/${id}`)).body))
      const ended = now.filter(({ finished_at }) => finished_at).map(({ status, error }) => `${status}: ${error}`)
      say.holds('no run has failed: they wait', ended.length === 0, ended)
    } else {
      say.holds('PostgreSQL could not write any more', stopped)
      say.holds(
        'requests that write are refused with 503, not with half an answer',
        asked === null || asked.status === 503 || asked.status === 202,
        asked?.status,
      )
      await until('the log names the disk', () =>
        coffer.log.some((line) => /No space left on device|ENOSPC/.test(line)),
      )
      say.holds('the log names the disk: No space left on device', true)
    }
    small.giveRoom()
    say.did('gave it room; nothing else')
    await recovers(scene, say, { url: coffer.url, admin, waiting })
    say.lost('nothing')
  } finally {
    scene.fleet.change(1)
    await scene.stop()
    small.close()
  }
}

interface Recovering {
  url: string
  admin: Client
  /** Runs that were accepted before there was space. */
  waiting: string[]
}

/** Checks automatic recovery: pending runs succeed, at once or when triggered again. */
async function recovers(scene: DrillScene, say: DrillLog, { url, admin, waiting }: Recovering) {
  await until('it is ready again', async () => (await fetch(`${url}/ready`)).status === 200)
  say.holds('it is ready again by itself', true)
  const isGood = (outcomes: string) => outcomes === 'succeeded' || outcomes === 'unchanged'
  if (waiting.length > 0) {
    const ended = await whenEnded(admin, waiting, 240_000)
    const waited = ended.map(({ status, error }) => `${status} ${error ?? ''}`.trim())
    const areWell = waited.length === waiting.length && waited.every(isGood)
    say.holds(`the ${waiting.length} runs that waited end well`, areWell, waited)
  }
  const runs = await until('backups are taken', async () => {
    const list = await scene.backUp(admin)
    return list.length === scene.fleet.ids.length ? list : null
  })
  const outcomes = runs.map(({ status, error }) => `${status} ${error ?? ''}`.trim())
  say.holds('every device is backed up', outcomes.every(isGood), outcomes)
  const affected = namesOfHurt(await scene.readAll(admin))
  say.holds('everything that was stored before reads byte for byte', affected.length === 0, affected)
  for (const router of scene.fleet.routers) {
    const ids = await versionsOf(admin, router.id, 'running-config')
    const latest = {
      id: ids.at(-1)!,
      name: router.name,
      device: router.name,
      revision: 2,
      content: { text: router.text(2) },
    }
    const reading = await readVersion(admin, latest)
    say.holds(`the new text of ${router.name} is stored, once`, ids.length === 3 && reading === 'whole', [
      ids.length,
      reading,
    ])
  }
}

/** Makes PostgreSQL request WAL segments until the disk is full. @returns whether it was refused */
async function fillLog(data: string): Promise<boolean> {
  const url = findRunningPostgres(data)
  if (!url) return true
  const knex = createKnex(url, { application: 'drill', poolMax: 1 })
  try {
    for (let piece = 0; piece < 40; piece++) {
      await knex.raw("select pg_logical_emit_message(true, 'drill', repeat('x', 1000))")
      await knex.raw('select pg_switch_wal()')
      await pause(20)
    }
    return false
  } catch {
    return true
  } finally {
    await knex.destroy()
  }
}

/** Free space before the disk is filled. */
const spareMiB = 24

/** Moves a folder with its content to its own in-memory disk. */
function mountBelow(folder: string) {
  const [, size = ''] = /^(\d+)/.exec(execFileSync('du', ['-sm', folder], { encoding: 'utf8' })) ?? []
  const aside = `${folder}.aside`
  fs.renameSync(folder, aside)
  fs.mkdirSync(folder)
  mount(['-o', `size=${Number(size) + spareMiB}m`], folder)
  execFileSync('cp', ['-a', `${aside}/.`, folder])
  fs.rmSync(aside, { recursive: true })
  return {
    fill() {
      const filler = fs.openSync(path.join(folder, '.filler'), 'a')
      for (const piece of [1024 * 1024, 4096, 1]) writeUntilFull(filler, Buffer.alloc(piece))
      fs.closeSync(filler)
    },
    giveRoom: () => void mount(['-o', `remount,size=${Number(size) + 2048}m`], folder),
    close: () => void execFileSync('umount', ['-l', folder]),
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) fs.writeSync(file, piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

function mount(options: string[], folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', ...options, 'tmpfs', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Whether a disk can be created here that may be filled. */
function missing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux: a disk that it may fill'
  const folder = temporaryFolder('coffer-drill-')
  try {
    mount(['-o', 'size=1m'], folder)
    execFileSync('umount', [folder])
    return undefined
  } catch {
    return 'needs to mount a disk in memory, which is not allowed here'
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
