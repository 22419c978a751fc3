import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '../support/service.ts'
import type { Drill, DrillLog } from './drill.ts'
import { type DrillScene, namesOfHurt } from './drill-scene.ts'
import { versionsOf } from './known-versions.ts'
import { bareEnvironment } from '../support/bare-environment.ts'

const hourMs = 3_600_000

/** Sets the service's clock an hour ahead of all others, then an hour behind, then right. */
export const clockWrong: Drill = {
  name: 'clock-wrong',
  title: 'the service’s clock is an hour ahead of the database and the agents, then an hour behind',
  async play(scene, say, isWhole) {
    try {
      await withWrongClock(scene, say, 3, hourMs)
      if (isWhole) await withWrongClock(scene, say, 4, -hourMs)
      await withRightClock(scene, say, isWhole ? 5 : 4)
    } finally {
      scene.fleet.change(1)
    }
  },
}

async function withWrongClock(scene: DrillScene, say: DrillLog, revision: number, offMs: number) {
  const words = offMs > 0 ? 'ahead' : 'behind'
  const off = clockOff(offMs)
  const coffer = await scene.start(off)
  const { tenantId } = await coffer.localAgent()
  const admin = await coffer.admin()
  say.did(`started the service with a clock that is an hour ${words}`)
  const warning = coffer.log.find((line) => line.includes(ofDatabase)) ?? ''
  say.holds(`its log says so: ${warning && JSON.parse(warning).msg}`, warning.includes(words), coffer.log.slice(0, 5))
  const metrics = String((await admin.get('/metrics')).body)
  const ahead = Number(/^coffer_clock_ahead_seconds (\S+)$/m.exec(metrics)?.[1])
  say.holds('the metric coffer_clock_ahead_seconds says so', Math.abs(ahead - offMs / 1000) < 120, ahead)
  const { code, errors } = await scene.command('verify', off)
  say.holds('verify ends with 1, and names the clock', code === 1 && /Failed checks: clock/.test(errors), errors)
  scene.fleet.change(revision)
  const statuses = (await scene.backUp(admin)).map(({ status, error }) => `${status} ${error ?? ''}`.trim())
  const areGood = statuses.every((status) => status === 'succeeded')
  say.holds('backups go on as if nothing were wrong', areGood, statuses)
  const purge = await admin.post(`/api/storage/purge?tenant=${tenantId}`, { confirm: 'default' })
  say.holds('nothing is removed by its age: POST /api/storage/purge is refused', purge.status === 409, purge.body)
  const seen = ofAgent(scene, coffer.url)
  say.holds(`the agent’s status says so: ${seen}`, seen.startsWith('clock'))
  await scene.stop()
}

async function withRightClock(scene: DrillScene, say: DrillLog, revision: number) {
  const coffer = await scene.start()
  await coffer.localAgent()
  const admin = await coffer.admin()
  say.did('set the clock right')
  say.holds('its log has no word of a clock', !coffer.log.some((line) => line.includes(ofDatabase)))
  scene.fleet.change(revision)
  const statuses = (await scene.backUp(admin)).map(({ status, error }) => `${status} ${error ?? ''}`.trim())
  const areGood = statuses.every((status) => status === 'succeeded')
  say.holds('backups go on', areGood, statuses)
  const affected = namesOfHurt(await scene.readAll(admin))
  say.holds('everything that was stored before reads byte for byte', affected.length === 0, affected)
  const newest = await newestTexts(scene, admin)
  const said = scene.fleet.routers.map((router) => router.text(revision))
  const differing = scene.fleet.routers.flatMap(({ name }, at) => (newest[at] === said[at] ? [] : [name]))
  say.holds('the latest version of each router is what it said last', differing.length === 0, differing)
  say.lost('nothing; what was backed up meanwhile carries the wrong hour, and later versions are dated behind it')
}

/** Returns the latest version's text of each router. */
function newestTexts({ fleet }: DrillScene, admin: Client): Promise<string[]> {
  return Promise.all(
    fleet.routers.map(async ({ id }) => {
      const newest = (await versionsOf(admin, id, 'running-config')).at(-1)
      return (await admin.get(`/api/artifacts/versions/${newest}/content`)).bytes.toString()
    }),
  )
}

const ofDatabase = 'PostgreSQL’s'

function clockOff(ms: number): Record<string, string> {
  const program = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.ts')).href
  return { NODE_OPTIONS: `--import=${program}`, DRILL_CLOCK_MS: String(ms) }
}

/** Returns the line about the clock in the agent's `status`. */
function ofAgent({ data }: DrillScene, url: string): string {
  const env = { ...bareEnvironment(), BKP_AGENT_STATE_DIR: path.join(data, 'agent'), BKP_AGENT_URL: url }
  const { stdout } = spawnSync(process.execPath, ['agent/main.ts', 'status'], { env, encoding: 'utf8' })
  return stdout.split('\n').find((line) => line.startsWith('clock')) ?? stdout
}
