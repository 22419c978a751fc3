import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { runEndings } from '../support/at-end.ts'
import { type TestDatabase, freshDatabase } from '../support/database.ts'
import { seeded } from '../support/random.ts'
import type { Call, TenantCall } from '../../service/domain/call.ts'
import { indexSearchTexts, searchTextOf } from '../../service/domain/devices/device-search.ts'
import { type DeviceFilter, type DeviceOrder, listDevices } from '../../service/domain/devices/list-devices.ts'
import { createKeyring } from '../../service/keys/keyring.ts'
import { Device } from '../../service/store/models/device.ts'
import { Tenant } from '../../service/store/models/tenant.ts'
import { type Scope, inScope } from '../../service/store/scope.ts'
import { printTable } from './table.ts'

/**
 * What a page of 100 devices costs, by what is asked for, in one customer and over ten: medians and 99th percentiles of
 * the domain's call with its transaction, one at a time; then all of them mixed at 50 a second. Beside them the plain
 * scan that a `like` behind the row policy is. The test database does not wait for the disk.
 */
export async function benchInventory(small: boolean): Promise<void> {
  const sizes = small ? [1_000] : [1_000, 10_000, 100_000]
  for (const devices of sizes) await benchSize(devices, 1, small)
  await benchSize(sizes.at(-1) ?? 0, 10, small)
  await runEndings()
}

const now = new Date('2026-11-21T12:00:00Z')
const byName: DeviceOrder = { by: 'name', direction: 'asc' }

/** `plain` is the same question as a scan. */
const questions: { what: string; filter: DeviceFilter; order?: DeviceOrder; after?: string; plain?: string }[] = [
  { what: 'first page', filter: {} },
  { what: 'a page in the middle', filter: {}, after: 'sw-5' },
  { what: 'latest added', filter: {}, order: { by: 'created_at', direction: 'desc' } },
  { what: 'longest without success', filter: {}, order: { by: 'last_success_at', direction: 'asc' } },
  { what: 'q: one device', filter: { q: '-00777.' }, plain: '-00777.' },
  { what: 'q: nothing', filter: { q: 'zzzz' }, plain: 'zzzz' },
  { what: 'q: one site', filter: { q: 'site-17.' }, plain: 'site-17.' },
  { what: 'q: nearly all', filter: { q: 'example' }, plain: 'example' },
  { what: 'q: two characters', filter: { q: '77' } },
  { what: 'a rare tag', filter: { tag: 'border' } },
  { what: 'a tag of one in seven', filter: { tag: 'role-3' } },
  { what: 'a site', filter: { site: 'site-17' } },
  { what: 'state failed (0.1 %)', filter: { state: 'failed' } },
  { what: 'state stale (0.1 %)', filter: { state: 'stale' } },
  { what: 'state unchanged (80 %)', filter: { state: 'unchanged' } },
  { what: 'disabled', filter: { enabled: false } },
  { what: 'failed, one site, found by name', filter: { state: 'failed', site: 'site-17', q: 'sw-' } },
]

async function benchSize(devices: number, customers: number, small: boolean): Promise<void> {
  const db = await freshDatabase()
  const tenants = await fill(db, devices, customers)
  const scope: Scope = customers === 1 ? { kind: 'tenant', tenantId: tenants[0] ?? '' } : { kind: 'platform' }
  const rows: string[][] = []
  for (const question of questions) {
    const times = await timesOf(small ? 3 : 30, () => ask(db, scope, question))
    const plain = question.plain
    const scans = plain ? await timesOf(small ? 3 : 10, () => scan(db, scope, plain)) : null
    rows.push([question.what, ...figures(times), scans ? (figures(scans)[0] ?? '') : ''])
  }
  const mixed = await atRate(50, small ? 1 : 20, () => ask(db, scope, pick()))
  rows.push(['all of these, 50 a second', ...figures(mixed), ''])
  const whose = customers === 1 ? 'one customer' : `${customers} customers, asked by the platform`
  printTable(
    `${devices.toLocaleString('en')} devices of ${whose}`,
    ['a page of', 'median ms', 'p99 ms', 'like ms'],
    rows,
  )
  await printSizes(db)
  await db.drop()
}

const random = seeded(17)

function pick() {
  return questions[Math.floor(random() * questions.length)] ?? { what: '', filter: {} }
}

function ask(db: TestDatabase, scope: Scope, { filter, order = byName, after }: (typeof questions)[number]) {
  const position = after === undefined ? null : { value: after, id: '00000000-0000-7000-8000-000000000000' }
  return inScope(db.knex, scope, (trx) =>
    listDevices(callOf(db, scope, trx), filter, order, { limit: 101, after: position }),
  )
}

function scan(db: TestDatabase, scope: Scope, part: string) {
  return inScope(db.knex, scope, (trx) =>
    trx.raw('select * from devices where search like ? order by name, id limit 101', [`%${part}%`]),
  )
}

function callOf({ knex }: TestDatabase, scope: Scope, trx: Call['trx']): Call {
  const actor = { kind: 'service', id: null, name: 'service', role: null, tenantId: null } as const
  const tenantId = scope.kind === 'tenant' ? scope.tenantId : null
  return {
    actor,
    origin: { requestId: null, ip: null },
    tenantId,
    now,
    trx,
    keys: createKeyring(knex, Buffer.alloc(32)),
  }
}

async function fill(db: TestDatabase, devices: number, customers: number): Promise<string[]> {
  const tenants = Array.from({ length: customers }, () => randomUUIDv7())
  const at = { createdAt: now, updatedAt: now }
  await inScope(db.knex, { kind: 'platform' }, (trx) =>
    Tenant.query(trx).insert(tenants.map((id) => ({ id, slug: id, name: id, prefix: id, ...at }))),
  )
  const begin = performance.now()
  for (let from = 0; from < devices; from += 1_000) {
    const tenantId = tenants[(from / 1_000) % customers] ?? ''
    const batch = Array.from({ length: 1_000 }, (_, index) => aDevice(tenantId, from + index))
    await inScope(db.knex, { kind: 'tenant', tenantId }, async (trx) => {
      await Device.query(trx).insert(batch)
      const call = callOf(db, { kind: 'tenant', tenantId }, trx) as TenantCall
      await indexSearchTexts(call, batch)
    })
  }
  const each = (performance.now() - begin) / devices
  process.stdout.write(`\n${devices.toLocaleString('en')} devices added: ${each.toFixed(2)} ms each\n`)
  await db.owner.raw('vacuum analyze')
  return tenants
}

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
    staleAt: new Date(now.getTime() + (index % 997 === 5 ? -1 : 1) * 3_600_000),
    nextOccurrenceAt: new Date(now.getTime() + 3_600_000),
    nextRunAt: new Date(now.getTime() + 3_600_000),
    search: searchTextOf(fields),
    createdAt: at,
    updatedAt: at,
  } as const
}

async function timesOf(rounds: number, work: () => PromiseLike<unknown>): Promise<number[]> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
  }
  return times
}

/** Starts work at its time whether the one before is done or not, and counts from that time. */
async function atRate(perSecond: number, seconds: number, work: () => PromiseLike<unknown>): Promise<number[]> {
  const times: number[] = []
  const running: Promise<unknown>[] = []
  const begin = performance.now()
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const due = begin + (turn * 1_000) / perSecond
    await pause(Math.max(0, due - performance.now()))
    running.push(Promise.resolve(work()).then(() => times.push(performance.now() - due)))
  }
  await Promise.all(running)
  return times
}

function figures(times: number[]): [string, string] {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)
  return [at(0.5), at(0.99)]
}

async function printSizes(db: TestDatabase): Promise<void> {
  const { rows } = await db.owner.raw(
    `select name, pg_size_pretty(pg_table_size(name::regclass)) as table, pg_size_pretty(pg_indexes_size(name::regclass)) as indexes
     from unnest(array['devices', 'device_grams']) as name`,
  )
  for (const { name, table, indexes } of rows) process.stdout.write(`${name}: ${table}, indexes ${indexes}\n`)
}

if (import.meta.main) await benchInventory(process.argv.includes('--small'))
