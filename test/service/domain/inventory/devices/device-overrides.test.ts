import { expect } from 'chai'
import { readOwnRules, writeOwnRules } from '../../../../../service/domain/inventory/devices/device-overrides.ts'
import { fillRows } from '../../../../bench/versions.ts'
import { type TestService, startTestService } from '../../../../support/service.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'

const blackout = { days: ['mon'], fromTime: '08:00', toTime: '18:00', startsAt: null, endsAt: null }

describe('device overrides', () => {
  let service: TestService
  let tenant: Scene
  let ids: string[]
  before(async () => {
    service = await startTestService()
    tenant = await createScene(service.dependencies)
    await fillRows(service, tenant, 500, 1)
    ids = await tenant.inTransaction(({ trx }) => trx('devices').orderBy('id').pluck('id'))
  })
  after(() => service.close())

  it('are written for a whole batch at once, each with fifty blackouts', async () => {
    const blackouts = Array.from({ length: 50 }, (_, n) => ({ ...blackout, name: `${n}` }))

    await tenant.inTransaction((call) =>
      writeOwnRules(
        call,
        ids.map((deviceId) => ({ deviceId, change: { blackouts } })),
        null,
      ),
    )

    const ownOf = await tenant.inTransaction(({ trx }) => readOwnRules(trx, tenant.id, ids))
    expect(ids).to.have.length(500)
    for (const id of ids) expect(ownOf(id).blackouts).to.deep.equal(blackouts)
  })

  it('are audited for each device with the previous values', async () => {
    const [deviceId = ''] = ids
    const write = (change: Parameters<typeof writeOwnRules>[1][number]['change']) =>
      tenant.inTransaction((call) => writeOwnRules(call, [{ deviceId, change }], null))
    await tenant.inTransaction(({ trx }) => trx('blackouts').delete())
    await write({ retention: { keepDays: 30, keepLast: null }, blackouts: [{ ...blackout, name: 'office' }] })
    service.advance(1_000)

    await write({ retention: { keepDays: 1, keepLast: 2 }, blackouts: [] })

    const records = await tenant.inTransaction(({ trx, now }) => trx('audit').where({ object_id: deviceId, ts: now }))
    expect(records.map(({ action, object, detail }) => [action, object, detail])).to.have.deep.members([
      [
        'retention.set',
        'device',
        { level: 'device', keep_days: 1, keep_last: 2, before: { keep_days: 30, keep_last: null } },
      ],
      ['blackouts.set', 'device', { level: 'device', site: null, names: [], before: 1 }],
    ])
  })
})
