import { createScene } from '../support/scene/scene.ts'
import { must } from '../support/service.ts'
import { startBenchService } from './bench-service.ts'
import { oneByOne, percentile } from './load.ts'
import { printTable } from './table.ts'
import { fillRows } from './versions.ts'

const devices = 1_000

/** Measures lists of equal changes through HTTP, by the number of stored versions. Each change is made on 50 devices. */
export async function benchChangeGroups(small: boolean): Promise<void> {
  const rows = []
  for (const versions of small ? [5, 10, 20] : [10, 30, 100]) rows.push(...(await benchSize(versions, small ? 3 : 50)))
  printTable(`Equal changes of ${devices} devices`, ['versions', 'what', 'p50 ms', 'p95 ms'], rows)
}

async function benchSize(versions: number, rounds: number): Promise<string[][]> {
  let tenantId = ''
  const bench = await startBenchService(async (inside) => {
    const tenant = await createScene(inside.dependencies)
    tenantId = tenant.id
    await fillRows(inside, tenant, devices * versions, versions)
    await inside.db.owner.transaction(async (trx) => {
      await trx.raw('set local role coffer_platform')
      await trx.raw(
        `update versions v set metadata = null, reviewed_at = null, suspicious = null,
           change_fingerprint = encode(sha256((n.at / 50)::text::bytea), 'hex')
         from (select id, row_number() over (order by captured_at, id) as at from versions) n
         where n.id = v.id and not v.is_first`,
      )
    })
    await inside.db.owner.raw('vacuum analyze')
  })
  const [latest] = must(await bench.admin.get(`/api/changes/groups?tenant=${tenantId}&limit=1`), 200)
  const group = latest.latest.version.change_group
  const questions = {
    'groups, a page of 100': `/api/changes/groups?tenant=${tenantId}&reviewed=false&limit=100`,
    'groups of all customers': '/api/changes/groups?reviewed=false&limit=100',
    'changes of a group': `/api/changes?tenant=${tenantId}&group=${group}&reviewed=false&limit=500`,
    'changes of a group, customer not named': `/api/changes?group=${group}&limit=500`,
  }
  const rows: string[][] = []
  for (const [what, path] of Object.entries(questions)) {
    const times = await oneByOne(rounds, async () => must(await bench.admin.get(path), 200))
    rows.push([
      (devices * versions).toLocaleString('en'),
      what,
      ...[0.5, 0.95].map((part) => percentile(times, part).toFixed(0)),
    ])
  }
  await bench.close()
  return rows
}
