import { Client } from 'pg'
import type { TenantContext } from '../../service/domain/kernel/context.ts'
import { indexSearchTexts, searchTextOf } from '../../service/domain/inventory/devices/device-search.ts'
import { Device } from '../../service/store/models/device.ts'
import { type TestService, clientOf, must } from '../support/service.ts'
import { type Scene, actionsIn, createScene } from '../support/scene/scene.ts'
import { startBenchService } from './bench-service.ts'
import { oneByOne, percentile } from './load.ts'
import { printTable } from './table.ts'
import { fillRows } from './versions.ts'

const versionsOfDevice = 10

/**
 * Measures pages of runs, versions, devices and audit records, and the daily report, through HTTP at a service in its
 * own process: ten tenants with ten versions and runs a device; one run in a thousand failed. Also shows how many rows
 * PostgreSQL read for one answer, by index and by sequential scan, to detect costs that grow with the table.
 */
export async function benchLists(small: boolean): Promise<void> {
  const columns = ['versions', 'what', 'p50 ms', 'p99 ms', 'rows by index', 'rows by scans']
  for (const versions of small ? [12_000, 20_000, 40_000] : [20_000, 100_000, 1_000_000])
    printTable('Lists', columns, await benchSize(versions, small ? 5 : 100))
}

const questions: { what: string; path: string }[] = [
  { what: 'runs of a customer', path: '/api/runs?tenant=:tenant' },
  { what: 'runs of all customers', path: '/api/runs?' },
  { what: 'runs, a page in the middle', path: '/api/runs?tenant=:tenant&cursor=:middle' },
  { what: 'runs of a device', path: '/api/runs?tenant=:tenant&device_id=:device' },
  { what: 'runs of a device, all customers', path: '/api/runs?device_id=:device' },
  { what: 'runs that need attention (0.1 %)', path: '/api/runs?tenant=:tenant&failed_only=true' },
  { what: 'runs that need attention, all', path: '/api/runs?failed_only=true' },
  { what: 'runs of an agent (none)', path: '/api/runs?tenant=:tenant&agent_id=:device' },
  { what: 'runs of an agent (none), all customers', path: '/api/runs?agent_id=:device' },
  { what: 'runs of status failed', path: '/api/runs?tenant=:tenant&status=failed' },
  { what: 'runs of status unknown (none)', path: '/api/runs?tenant=:tenant&status=unknown' },
  { what: 'running runs (none)', path: '/api/runs?status=running' },
  { what: 'cancelled runs (none), all customers', path: '/api/runs?status=cancelled' },
  { what: 'restores (none)', path: '/api/runs?tenant=:tenant&kind=restore' },
  { what: 'restores (none), of all customers', path: '/api/runs?kind=restore' },
  {
    what: 'failed restores since yesterday (none)',
    path: '/api/runs?kind=restore&status=failed&since=:yesterday',
  },
  { what: 'versions of a lineage', path: '/api/artifacts/:artifact/versions?tenant=:tenant' },
  { what: 'versions, customer not named', path: '/api/artifacts/:artifact/versions?' },
  { what: 'a version', path: '/api/artifacts/versions/:version?' },
  { what: 'lineages of a device', path: '/api/devices/:device/artifacts?' },
  { what: 'devices of a customer', path: '/api/devices?tenant=:tenant' },
  { what: 'devices by part of a name', path: '/api/devices?tenant=:tenant&q=sw-77' },
  { what: 'devices of all customers', path: '/api/devices?' },
  { what: 'devices that drifted (0.5 %)', path: '/api/devices?tenant=:tenant&drift=true' },
  { what: 'devices that drifted, of all customers', path: '/api/devices?drift=true' },
  { what: 'devices that did not drift', path: '/api/devices?tenant=:tenant&drift=false' },
  { what: 'changes of a customer', path: '/api/changes?tenant=:tenant' },
  { what: 'changes of all customers', path: '/api/changes?' },
  { what: 'unreviewed changes (0.1 %)', path: '/api/changes?tenant=:tenant&reviewed=false' },
  { what: 'unreviewed changes, all customers', path: '/api/changes?reviewed=false' },
  { what: 'reviewed changes', path: '/api/changes?tenant=:tenant&reviewed=true' },
  { what: 'suspicious changes (0.01 %)', path: '/api/changes?tenant=:tenant&suspicious=true' },
  { what: 'suspicious changes, of all customers', path: '/api/changes?suspicious=true' },
  { what: 'changes since yesterday (none)', path: '/api/changes?tenant=:tenant&since=:yesterday' },
  { what: 'changes of a device', path: '/api/changes?tenant=:tenant&device_id=:device' },
  { what: 'changes of a device, customer not named', path: '/api/changes?device_id=:device' },
  { what: 'changes of a site (0.5 %)', path: '/api/changes?tenant=:tenant&site=site-17' },
  { what: 'changes of a site, of all customers', path: '/api/changes?site=site-17' },
  { what: 'changes of an unknown site', path: '/api/changes?tenant=:tenant&site=nowhere' },
  { what: 'changes of a rare tag (0.05 %)', path: '/api/changes?tenant=:tenant&tag=border' },
  { what: 'changes of a platform (0.1 %)', path: '/api/changes?tenant=:tenant&platform=routeco_junos' },
  { what: 'changes of a platform (99.9 %)', path: '/api/changes?tenant=:tenant&platform=netco_iosxe' },
  { what: 'changes of a platform (none), all customers', path: '/api/changes?platform=fwco_fortios' },
  { what: 'changes of a key (none)', path: '/api/changes?tenant=:tenant&key=startup-config' },
  { what: 'changes of a key (none), all customers', path: '/api/changes?key=startup-config' },
  { what: 'pending fingerprints (none)', path: '/api/trust/fingerprints?pending_only=true' },
  { what: 'rejected fingerprints (none)', path: '/api/trust/fingerprints?status=rejected' },
  { what: 'audit of a customer', path: '/api/audit?tenant=:tenant&limit=100' },
  { what: 'audit, one action', path: '/api/audit?action=version.list&limit=100' },
  { what: 'audit, one actor (none)', path: '/api/audit?actor=nobody@example.net' },
  { what: 'audit, reads of configurations', path: '/api/audit?tenant=:tenant&readings_only=true' },
  { what: 'audit, of webhooks (none)', path: '/api/audit?object=webhook' },
  { what: 'storage usage of a customer', path: '/api/storage/contents?tenant=:tenant' },
  { what: 'storage usage of all customers', path: '/api/storage/contents?' },
  { what: 'daily report of a customer', path: '/api/reports/daily?tenant=:tenant' },
  { what: 'daily report of all', path: '/api/reports/daily?' },
]

async function benchSize(versions: number, rounds: number): Promise<string[][]> {
  const tenants: Scene[] = []
  const bench = await startBenchService(async (inside) => {
    for (let at = 0; at < 10; at++) {
      const tenant = await createScene(inside.dependencies)
      tenants.push(tenant)
      await fillRows(inside, tenant, versions / 10, versionsOfDevice)
      await settle(inside, tenant)
      await indexTags(inside, tenant)
    }
    await fillAudit(inside, tenants[0]!, versions)
    await inside.db.owner.raw('vacuum analyze')
  })
  const names = await namesOf(bench.inside, tenants[4]!)
  const rows: string[][] = []
  for (const { what, path } of questions) {
    const address = path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? `:${name}`)
    const times = await oneByOne(rounds, async () => must(await bench.admin.get(address), 200))
    const read = await rowsRead(bench.inside, address)
    const figures = [0.5, 0.99].map((part) => percentile(times, part).toFixed(1))
    const counts = [read.index, read.scans].map((count) => count.toLocaleString('en'))
    rows.push([versions.toLocaleString('en'), what, ...figures, ...counts])
  }
  await bench.close()
  return rows
}

/** Updates the devices as their runs would, with an index of their names; one run in a thousand failed. */
async function settle({ db }: TestService, { id: tenantId }: Scene): Promise<void> {
  await db.owner.transaction(async (trx) => {
    await trx.raw('set local role coffer_platform')
    await trx.raw(
      `update devices set schedule = '0 2 * * *', last_outcome = 'unchanged', last_success_at = now(),
         stale_at = now() + interval '1 day', has_history = true, site = 'site-' || substr(name, 4)::int % 200,
         platform = case when substr(name, 4)::int % 1000 = 5 then 'routeco_junos' else platform end,
         tags = case when substr(name, 4)::int % 2000 = 7 then array['prod', 'border'] else array['prod'] end
       where tenant_id = ?`,
      [tenantId],
    )
    await trx.raw(
      `update versions set metadata = null, -- that of the fill does not open
         suspicious = case when hashtext(id::text) % 10000 = 1 then '[{"code": "last_section_missing", "params": {}}]'::jsonb end,
         reviewed_at = case when hashtext(id::text) % 1000 = 2 then null else now() end
       where tenant_id = ?`,
      [tenantId],
    )
    await trx.raw(
      `update artifacts a set has_changes = true, latest_version_id = (select v.id from versions v
         where v.tenant_id = a.tenant_id and v.artifact_id = a.id order by v.captured_at desc limit 1)
       where tenant_id = ?`,
      [tenantId],
    )
    await trx.raw(
      `insert into pins (tenant_id, artifact_id, device_id, version_id, pinned_at, pinned_by, drifted)
       select tenant_id, id, device_id, latest_version_id, now(), 'person', hashtext(id::text) % 100 = 3
       from artifacts where tenant_id = ? and hashtext(id::text) % 10 = 3`,
      [tenantId],
    )
    await trx.raw(`update jobs set status = 'failed' where tenant_id = ? and hashtext(id::text) % 1000 = 0`, [tenantId])
  })
}

/** Indexes the tag of a few devices, so that a search finds them. */
async function indexTags({ dependencies }: TestService, { id: tenantId }: Scene): Promise<void> {
  await actionsIn(dependencies, { kind: 'tenant', tenantId })(async (call) => {
    const devices = await Device.query(call.trx).whereRaw(`'border' = any(tags)`)
    const texts = devices.map((device) => ({ id: device.id, search: searchTextOf(device) }))
    await indexSearchTexts(call as TenantContext, texts)
  })
}

async function fillAudit({ db }: TestService, { id: tenantId }: Scene, records: number): Promise<void> {
  await db.owner.transaction(async (trx) => {
    await trx.raw('set local role coffer_platform')
    await trx.raw(
      `insert into audit (id, tenant_id, ts, actor, action, object, outcome, cross_tenant)
       select uuidv7(), ?, now() - n * interval '1 second', 'person-' || n % 50, 'config.read', 'version', 'done', false
       from generate_series(1, ?) n`,
      [tenantId, records],
    )
  })
}

async function namesOf({ db }: TestService, { id }: Scene): Promise<Record<string, string>> {
  return db.owner.transaction(async (trx) => {
    await trx.raw('set local role coffer_platform')
    const device = await trx('devices').where({ tenant_id: id }).offset(100).first()
    const artifact = await trx('artifacts').where({ tenant_id: id, device_id: device.id }).first()
    const run = await trx('jobs').where({ tenant_id: id }).orderBy('queued_at').offset(1_000).first()
    const middle = Buffer.from(JSON.stringify([run.queued_at.toISOString(), run.id])).toString('base64url')
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    return {
      yesterday,
      tenant: id,
      device: device.id,
      artifact: artifact.id,
      version: artifact.latest_version_id,
      middle,
    }
  })
}

/**
 * Counts the rows that PostgreSQL reads for one answer: repeats the request's queries in a transaction that is rolled
 * back.
 */
async function rowsRead(inside: TestService, path: string): Promise<{ index: number; scans: number }> {
  const { knex } = inside.dependencies
  const heard: { sql: string; bindings?: unknown[] }[] = []
  const listen = (statement: (typeof heard)[number]) => heard.push(statement)
  const client = clientOf(inside.url, (await inside.as('platform_admin')).token)
  knex.on('query', listen)
  must(await client.get(path), 200)
  knex.off('query', listen)
  const database = new Client({ connectionString: inside.db.url })
  await database.connect()
  await database.query('begin')
  for (const { sql, bindings } of heard) {
    const statement = sql.replace(/^BEGIN;/i, '').trim()
    if (/^(select|with)\b/i.test(statement)) await database.query(statement, bindings)
  }
  const { rows } = await database.query(
    'select sum(idx_tup_fetch)::bigint as index, sum(seq_tup_read)::bigint as scans from pg_stat_xact_user_tables',
  )
  await database.end()
  return { index: Number(rows[0].index), scans: Number(rows[0].scans) }
}
