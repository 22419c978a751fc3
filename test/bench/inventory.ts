import { randomUUIDv7 } from 'node:crypto'
import { seeded } from '../support/random.ts'
import { type TestService, must } from '../support/service.ts'
import { actionsIn } from '../support/scene/scene.ts'
import type { TenantContext } from '../../service/domain/kernel/context.ts'
import { indexSearchTexts, searchTextOf } from '../../service/domain/inventory/devices/device-search.ts'
import { Device } from '../../service/store/models/device.ts'
import { type Scope, inScope } from '../../service/store/scope.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { atRate, oneByOne, percentile } from './load.ts'
import { costOf } from './process-cost.ts'
import { printTable } from './table.ts'

/**
 * Measures a page of 100 devices through HTTP, by query, for one tenant and for ten: medians and 99th percentiles one
 * at a time, and the service's CPU; then all queries mixed at 50 a second. For comparison, measures the plain scan that
 * a `like` behind the row policy causes, directly in the database, which does not wait for the disk.
 */
export async function benchInventory(small: boolean): Promise<void> {
  const sizes = small ? [1_000, 2_000, 4_000] : [1_000, 10_000, 100_000]
  for (const devices of sizes) await benchSize(devices, 1, small)
  await benchSize(sizes.at(-1) ?? 0, 10, small)
}

/** Returns a cursor after a name. */
const after = (name: string) =>
  Buffer.from(JSON.stringify([name, '00000000-0000-7000-8000-000000000000'])).toString('base64url')

/** `plain` is the same query as a scan. */
const questions: { what: string; asked: Record<string, string>; plain?: string }[] = [
  { what: 'first page', asked: {} },
  { what: 'a page in the middle', asked: { cursor: after('sw-5') } },
  { what: 'latest added', asked: { sort: '-created_at' } },
  { what: 'longest without success', asked: { sort: 'last_success_at' } },
  { what: 'q: one device', asked: { q: '-00777.' }, plain: '-00777.' },
  { what: 'q: nothing', asked: { q: 'zzzz' }, plain: 'zzzz' },
  { what: 'q: one site', asked: { q: 'site-17.' }, plain: 'site-17.' },
  { what: 'q: nearly all', asked: { q: 'example' }, plain: 'example' },
  { what: 'q: two characters', asked: { q: '77' } },
  { what: 'a rare tag', asked: { tag: 'border' } },
  { what: 'a tag of one in seven', asked: { tag: 'role-3' } },
  { what: 'a site', asked: { site: 'site-17' } },
  { what: 'state failed (0.1 %)', asked: { state: 'failed' } },
  { what: 'state stale (0.1 %)', asked: { state: 'stale' } },
  { what: 'state unchanged (80 %)', asked: { state: 'unchanged' } },
  { what: 'disabled', asked: { enabled: 'false' } },
  { what: 'failed, one site, found by name', asked: { state: 'failed', site: 'site-17', q: 'sw-' } },
]

async function benchSize(devices: number, customers: number, small: boolean): Promise<void> {
  let tenants: string[] = []
  const bench = await startBenchService(async (inside) => {
    tenants = await fill(inside, devices, customers)
  })
  const only = customers === 1 ? tenants[0] : undefined
  const ask = ({ asked }: (typeof questions)[number]) => askFor(bench, { ...asked, ...(only && { tenant: only }) })
  const rows: string[][] = []
  const size = [devices.toLocaleString('en'), String(customers)]
  await oneByOne(50, () => ask({ what: 'to compile the validation of the query', asked: {} }))
  for (const question of questions) {
    const rounds = small ? 20 : 100
    const cpuBefore = costOf(bench.pid).cpuSeconds
    const times = await oneByOne(rounds, () => ask(question))
    const cpuMs = ((costOf(bench.pid).cpuSeconds - cpuBefore) * 1_000) / (rounds + 1)
    const { plain } = question
    const scans = plain ? await oneByOne(small ? 3 : 10, () => scan(bench.inside, only, plain)) : null
    rows.push([
      ...size,
      question.what,
      ...figures(times),
      cpuMs.toFixed(1),
      scans ? percentile(scans, 0.5).toFixed(1) : '',
    ])
  }
  const mixed = await atRate(50, small ? 1 : 60, () => ask(pick()))
  rows.push([...size, 'all of these, 50 a second', ...figures(mixed), '', ''])
  const whose = only ? 'one customer' : `${customers} customers, asked by the platform`
  printTable(
    `${devices.toLocaleString('en')} devices of ${whose}`,
    ['devices', 'customers', 'a page of', 'median ms', 'p99 ms', 'service CPU ms', 'like ms'],
    rows,
  )
  await printSizes(bench.inside)
  await bench.close()
}

const random = seeded(17)

function pick() {
  return questions[Math.floor(random() * questions.length)] ?? { what: '', asked: {} }
}

async function askFor({ admin }: BenchService, asked: Record<string, string>) {
  must(await admin.get(`/api/devices?${new URLSearchParams({ limit: '100', ...asked })}`), 200)
}

function scan({ db }: TestService, tenantId: string | undefined, part: string) {
  const scope: Scope = tenantId ? { kind: 'tenant', tenantId } : { kind: 'platform' }
  return inScope(db.knex, scope, (trx) =>
    trx.raw('select * from devices where search like ? order by name, id limit 101', [`%${part}%`]),
  )
}

async function fill(inside: TestService, devices: number, customers: number): Promise<string[]> {
  const tenants: string[] = []
  for (let at = 0; at < customers; at += 1) tenants.push((await inside.hasTenant()).id)
  const begin = performance.now()
  for (let from = 0; from < devices; from += 1_000) {
    const tenantId = tenants[(from / 1_000) % customers] ?? ''
    const batch = Array.from({ length: 1_000 }, (_, index) => aDevice(tenantId, from + index))
    await actionsIn(inside.dependencies, { kind: 'tenant', tenantId })(async (call) => {
      await Device.query(call.trx).insert(batch)
      await indexSearchTexts(call as TenantContext, batch)
    })
  }
  const each = (performance.now() - begin) / devices
  process.stdout.write(`\n${devices.toLocaleString('en')} devices added: ${each.toFixed(2)} ms each\n`)
  await inside.db.owner.raw('vacuum analyze')
  return tenants
}

const now = new Date()
const halfDayMs = 12 * 3_600_000

function aDevice(tenantId: string, index: number) {
  const site = index % 200
  const fields = {
    name: `sw-${String(index).padStart(6, '0')}-${Math.floor(random() * 2 ** 24).toString(16)}`,
    hostname: `sw-${String(index).padStart(5, '0')}.site-${site}.example.net`,
    site: `site-${site}`,
    tags: ['prod', `rack-${index % 40}`, `role-${index % 7}`, ...(index % 2_000 === 7 ? ['border'] : [])],
  }
  const at = new Date(now.getTime() - index * 1_000)
  return {
    ...fields,
    id: randomUUIDv7(),
    tenantId,
    platform: 'netco_iosxe',
    schedule: '0 2 * * *',
    enabled: index % 1_500 !== 3,
    lastOutcome: index % 1_000 === 0 ? 'failed' : index % 5 === 0 ? 'changed' : 'unchanged',
    lastSuccessAt: at,
    staleAt: new Date(now.getTime() + (index % 997 === 5 ? -1 : 1) * halfDayMs),
    nextOccurrenceAt: new Date(now.getTime() + halfDayMs),
    nextRunAt: new Date(now.getTime() + halfDayMs),
    search: searchTextOf(fields),
    createdAt: at,
    updatedAt: at,
  } as const
}

function figures(times: number[]): [string, string] {
  return [percentile(times, 0.5).toFixed(1), percentile(times, 0.99).toFixed(1)]
}

async function printSizes({ db }: TestService): Promise<void> {
  const { rows } = await db.owner.raw(
    `select name, pg_size_pretty(pg_table_size(name::regclass)) as table, pg_size_pretty(pg_indexes_size(name::regclass)) as indexes
     from unnest(array['devices', 'device_grams']) as name`,
  )
  for (const { name, table, indexes } of rows) process.stdout.write(`${name}: ${table}, indexes ${indexes}\n`)
}
