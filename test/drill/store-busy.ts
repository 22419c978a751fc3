import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createS3Store } from '../../service/objects/s3.ts'
import { triggerBackups, whenEnded } from '../chaos/play-rounds.ts'
import { startFaultyGateway } from '../support/faulty-gateway.ts'
import { s3ServerMissing, startS3Server } from '../support/s3-server.ts'
import { type Client, must } from '../support/service.ts'
import type { Drill } from './drill.ts'
import { type DrillScene, namesOfHurt } from './drill-scene.ts'
import { until } from './until.ts'

/** Latency of each answer while the store is slow. */
const slowMs = 2_000

/** How long the store refuses requests; jobs have hours. */
const busyMs = 6_000

/** The same backups in a bucket whose store refuses every request for some time, and is then slow. */
export const storeBusy: Drill = {
  name: 'store-busy',
  title: 'the object store answers 503 SlowDown to everything, then it is slow',
  missing: s3ServerMissing,
  async play(scene, say) {
    const s3 = await startS3Server()
    const gateway = await startFaultyGateway(s3.endpoint, slowMs)
    try {
      const settings = {
        ...s3.settingsOf(await s3.newBucket()),
        endpoint: gateway.endpoint,
        publicEndpoint: gateway.endpoint,
      }
      const count = await moveTo(createS3Store(settings), scene)
      say.did(`copied ${count} objects from the disk to a bucket, and started on that`)
      const coffer = await scene.start({
        BKP_S3_ENDPOINT: gateway.endpoint,
        BKP_S3_BUCKET: settings.bucket,
        BKP_S3_ACCESS_KEY_ID: settings.accessKeyId,
        BKP_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      })
      const { tenantId } = await coffer.localAgent()
      const admin = await coffer.admin()
      const sessions = () => scene.fleet.routers.map((router) => router.sessions())
      const before = sessions()

      scene.fleet.change(6)
      gateway.be('busy')
      const ids = await triggerBackups(admin, tenantId, scene.fleet.ids)
      await until('the store refuses something', () => gateway.requests.busy > 0)
      await pause(busyMs)
      say.did(
        `had the store answer 503 to everything, and asked for backups: ${gateway.requests.busy} requests were refused`,
      )
      const states = await statusesOf(admin, ids)
      say.holds(
        'no run has failed: they wait',
        !states.some((status) => ['failed', 'cancelled'].includes(status)),
        states,
      )
      const ready = (await (await fetch(`${coffer.url}/ready`)).json()) as object
      say.holds(
        '/ready stays ready, and says that the store does not answer',
        JSON.stringify(ready).includes('does not answer'),
        ready,
      )
      say.holds(
        'what needs no store is answered: lists, runs, reports',
        (await admin.get('/api/reports/daily')).status === 200,
      )
      const text = await admin.get(`/api/artifacts/versions/${scene.versions[0]!.id}/content`)
      say.holds('reading a backup gives 503 and says why', text.status === 503, [text.status, text.body])

      gateway.be('slow')
      say.did(`had it answer again, each time ${slowMs / 1000} s late`)
      const runs = await whenEnded(admin, ids, 400_000)
      gateway.be('healthy')
      const statuses = runs.map(({ status, error }) => `${status} ${error ?? ''}`.trim())
      say.holds(
        'every run ends well, none was lost',
        runs.length === ids.length && statuses.every((status) => status === 'succeeded'),
        statuses,
      )
      const logins = sessions().map((sum, at) => sum - before[at]!)
      say.holds(
        'each router was logged in to once: what was collected was kept',
        logins.every((sum) => sum === 1),
        logins,
      )
      const { most } = gateway.under
      say.holds(`never more than 64 requests were under way (${most})`, most <= 64, most)
      const affected = namesOfHurt(await scene.readAll(admin))
      say.holds('everything that was stored before reads byte for byte', affected.length === 0, affected)
      say.lost('nothing')
    } finally {
      scene.fleet.change(1)
      gateway.be('healthy')
      await scene.stop()
      await gateway.close()
    }
  },
}

/** The names of files in the folder are the names of objects. */
async function moveTo(store: ReturnType<typeof createS3Store>, { data }: DrillScene): Promise<number> {
  const folder = path.join(data, 'objects')
  const files = fs.globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const file = path.join(parentPath, name)
    await store.put(path.relative(folder, file), fs.readFileSync(file))
  }
  fs.rmSync(folder, { recursive: true })
  return files.length
}

async function statusesOf(admin: Client, ids: string[]): Promise<string[]> {
  const runs = ids.map(async (id) => must(await admin.get(`/api/runs/${id}`), 200).status)
  return Promise.all(runs)
}
