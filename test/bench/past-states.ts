import { createScene } from '../support/scene/scene.ts'
import { must } from '../support/service.ts'
import { startBenchService } from './bench-service.ts'
import { oneByOne, percentile } from './load.ts'
import { printTable } from './table.ts'
import { fillRows } from './versions.ts'

const devices = 1_000

/** Measures what 1,000 devices held at a moment, through HTTP, by the number of versions of each device. */
export async function benchPastStates(small: boolean): Promise<void> {
  const rows = []
  for (const versions of small ? [5, 10, 20] : [10, 30, 100]) rows.push(...(await benchSize(versions, small ? 3 : 50)))
  printTable(`What ${devices} devices held at a moment`, ['versions', 'what', 'p50 ms', 'p95 ms'], rows)
}

async function benchSize(versions: number, rounds: number): Promise<string[][]> {
  let tenantId = ''
  const bench = await startBenchService(async (inside) => {
    const tenant = await createScene(inside.dependencies)
    tenantId = tenant.id
    await fillRows(inside, tenant, devices * versions, versions)
    await inside.db.owner.transaction(async (trx) => {
      await trx.raw('set local role coffer_platform')
      await trx.raw('update versions set metadata = null')
      await trx.raw(
        `insert into events (id, tenant_id, position, type, severity, at, device, data)
         select uuidv7(), v.tenant_id, row_number() over (), 'version.written', 'info', v.captured_at,
           jsonb_build_object('id', v.device_id), '{}' from versions v`,
      )
    })
    await inside.db.owner.raw('vacuum analyze')
  })
  // the middle of the history, when all devices had just changed
  const at = new Date(bench.inside.dependencies.now().getTime() - Math.floor(versions / 2) * 86_400_000 + 60_000)
  const path = `/api/time-machine?tenant=${tenantId}&at=${at.toISOString()}`
  const questions = {
    'a page of 100': '&limit=100',
    'all 1,000': '&limit=1000',
    'changed, all 1,000': '&limit=1000&changed=true',
  }
  const rows: string[][] = []
  for (const [what, query] of Object.entries(questions)) {
    const times = await oneByOne(rounds, async () => must(await bench.admin.get(path + query), 200))
    rows.push([
      (devices * versions).toLocaleString('en'),
      what,
      ...[0.5, 0.95].map((part) => percentile(times, part).toFixed(0)),
    ])
  }
  await bench.close()
  return rows
}
