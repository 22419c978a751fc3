import fs from 'node:fs'
import path from 'node:path'
import { type Client, must } from '../support/service.ts'
import type { Drill, DrillLog } from './drill.ts'
import { type DrillScene, namesOfHurt } from './drill-scene.ts'
import { until } from './until.ts'

/** Recovers from a dump and the store, then from the store alone. */
export const databaseLost: Drill = {
  name: 'database-lost',
  title: 'the database is lost, first with a dump, then without one',
  async play(scene, say, isWhole) {
    loseDatabase(scene)
    say.did('removed the database; the objects, the master key and a dump from before the last night are there')
    const restored = await scene.command(`restore ${scene.dump}`)
    const rebuilt = await scene.command('rebuild-index')
    say.did('restore FILE, then rebuild-index')
    say.holds('both commands end with 0', restored.code === 0 && rebuilt.code === 0, restored.errors + rebuilt.errors)
    say.holds(
      'restore says what is undone, and what is to be done next',
      /are lost: check credentials/.test(restored.output),
    )
    await withAdmin(scene, (admin) => afterRestore(scene, say, admin))
    if (!isWhole) return

    loseDatabase(scene)
    say.did('removed the database again; this time there is no dump')
    const alone = await scene.command('rebuild-index')
    say.holds('rebuild-index ends with 0', alone.code === 0, alone.errors)
    await withAdmin(scene, (admin) => afterRebuild(scene, say, admin))
  },
}

function loseDatabase({ data }: DrillScene) {
  fs.rmSync(path.join(data, 'database'), { recursive: true })
}

async function withAdmin(scene: DrillScene, work: (admin: Client) => Promise<void>) {
  const coffer = await scene.start()
  await work(await coffer.admin())
  await scene.stop()
}

async function afterRestore(scene: DrillScene, say: DrillLog, admin: Client) {
  const { fleet, versions, tenantId } = scene
  const affected = namesOfHurt(await scene.readAll(admin))
  say.holds(
    `all ${versions.length} versions read byte for byte, those of the night after the dump too`,
    affected.length === 0,
    affected,
  )
  const devices: { hostname: string; enabled: boolean }[] = must(await admin.get('/api/devices'), 200)
  const areSame =
    devices.length === fleet.ids.length && devices.every((one) => one.hostname === '127.0.0.1' && one.enabled)
  say.holds('devices, credentials and approved hosts are as they were', areSame, devices)
  const agent = await until('the agent is told to be rewound', async () => {
    const [one] = must(await admin.get('/api/agents'), 200)
    return one.status === 'rewound' ? one : null
  })
  say.holds('its agent knows more than the database: it is rewound, and gets no jobs', agent.status === 'rewound')
  must(await admin.post(`/api/agents/${agent.id}/clear?tenant=${tenantId}`), 200)
  const runs = await scene.backUp(admin)
  const statuses = runs.map(({ status }) => status)
  say.did('cleared the agent, and backed up all devices')
  say.holds(
    'nothing is stored twice: every device is unchanged',
    statuses.join() === fleet.ids.map(() => 'unchanged').join(),
    statuses,
  )
  const { body } = await admin.post(`/api/storage/purge?tenant=${tenantId}`, { confirm: 'default' })
  say.holds(
    'nothing is removed until somebody says that all is as it should be',
    /restored/.test(JSON.stringify(body)),
    body,
  )
  say.lost('what people did after the dump; sessions (log in again)')
}

async function afterRebuild(scene: DrillScene, say: DrillLog, admin: Client) {
  const { fleet, versions } = scene
  const affected = namesOfHurt(await scene.readAll(admin))
  say.holds(
    `all ${versions.length} versions read byte for byte, from the objects and the master key alone`,
    affected.length === 0,
    affected,
  )
  const devices: { name: string; hostname: string; enabled: boolean }[] = must(await admin.get('/api/devices'), 200)
  const named = devices.map(({ name }) => name).sort()
  const wanted = [...fleet.routers, ...(fleet.server ? [fleet.server] : [])].map(({ name }) => name).sort()
  say.holds('every device is there by its name', named.join() === wanted.join(), named)
  say.holds(
    'none is asked before somebody says where it is: they are disabled',
    devices.every((one) => !one.enabled),
  )
  for (const [what, where] of Object.entries({ agents: '/api/agents', credentials: '/api/credentials' })) {
    const list = must(await admin.get(where), 200)
    say.holds(`no ${what} are made up`, list.length === 0, list)
  }
  say.lost('people, credentials, agents, addresses and schedules of devices, fingerprints, audit: made again by hand')
}
