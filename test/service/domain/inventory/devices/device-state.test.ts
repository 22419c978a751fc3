import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import {
  type DeviceState,
  deviceStateSql,
  inStateSql,
} from '../../../../../service/domain/inventory/devices/device-state.ts'
import { Device } from '../../../../../service/store/models/device.ts'
import { Tenant } from '../../../../../service/store/models/tenant.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from '../../../../support/database.ts'

const now = new Date('2026-11-21T12:00:00Z')
const past = new Date('2026-11-21T11:59:59Z')
const future = new Date('2026-11-21T12:00:01Z')

const outcomes = [null, 'changed', 'unchanged', 'partial', 'blocked', 'failed'] as const
const stales = [null, past, now, future] as const

interface Facts {
  decommissionedAt: Date | null
  enabled: boolean
  lastOutcome: (typeof outcomes)[number]
  staleAt: Date | null
}

/** An independent implementation of the state table: the first matching line applies. */
function stateInWords({ decommissionedAt, enabled, lastOutcome, staleAt }: Facts): DeviceState {
  if (decommissionedAt) return 'decommissioned'
  if (!enabled) return 'disabled'
  if (lastOutcome === null) return 'never'
  if (lastOutcome === 'blocked' || lastOutcome === 'failed') return lastOutcome
  if (staleAt && staleAt <= now) return 'stale'
  return lastOutcome
}

const every: Facts[] = [null, past].flatMap((decommissionedAt) =>
  [true, false].flatMap((enabled) =>
    outcomes.flatMap((lastOutcome) => stales.map((staleAt) => ({ decommissionedAt, enabled, lastOutcome, staleAt }))),
  ),
)

const states: DeviceState[] = [
  'changed',
  'unchanged',
  'partial',
  'failed',
  'stale',
  'blocked',
  'never',
  'disabled',
  'decommissioned',
]

describe('the state of a device', () => {
  let db: TestDatabase
  const tenantId = randomUUIDv7()

  before(async () => {
    db = await freshDatabase()
    const at = { createdAt: now, updatedAt: now }
    await inScope(db.knex, { kind: 'platform' }, async (trx) => {
      await Tenant.query(trx).insert({ id: tenantId, slug: 'acme', name: 'Acme', prefix: 'tenants/acme', ...at })
      await Device.query(trx).insert(
        every.map((facts, index) => ({
          ...facts,
          ...at,
          id: randomUUIDv7(),
          tenantId,
          name: String(index),
          hostname: '192.0.2.1',
          platform: 'linux_server',
          search: '',
        })),
      )
    })
  })

  after(() => db.drop())

  it('follows the specified table for every combination of facts', async () => {
    const { sql, bindings } = deviceStateSql(now)

    const rows: { name: string; state: DeviceState }[] = await inScope(db.knex, { kind: 'tenant', tenantId }, (trx) =>
      trx('devices').select('name', trx.raw(`${sql} as state`, bindings)),
    )

    expect(rows).to.have.length(every.length)
    for (const { name, state } of rows) {
      const facts = every[Number(name)] as Facts
      expect(state, JSON.stringify(facts)).to.equal(stateInWords(facts))
    }
  })

  it('filters exactly the devices that show each state', async () => {
    for (const state of states) {
      const { sql, bindings } = inStateSql(state, now)

      const rows: { name: string }[] = await inScope(db.knex, { kind: 'tenant', tenantId }, (trx) =>
        trx('devices').select('name').whereRaw(sql, bindings),
      )

      const shown = every.flatMap((facts, name) => (stateInWords(facts) === state ? [String(name)] : []))
      expect(rows.map(({ name }) => name).sort(), state).to.deep.equal(shown.sort())
    }
  })
})
