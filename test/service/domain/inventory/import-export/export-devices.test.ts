import { expect } from 'chai'
import { exportDevices } from '../../../../../service/domain/inventory/import-export/export-devices.ts'
import { fillRows } from '../../../../bench/versions.ts'
import { startTestService } from '../../../../support/service.ts'
import { createScene } from '../../../../support/scene/scene.ts'

describe('a device export filtered by state', () => {
  it('contains the devices that had the state when it began, however long it takes', async () => {
    const service = await startTestService()
    try {
      const tenant = await createScene(service.dependencies)
      await fillRows(service, tenant, 1_001, 1)
      const staleAt = new Date(service.dependencies.now().getTime() + 1_000)
      await tenant.inTransaction(({ trx, now }) =>
        trx('devices').update({
          schedule: '0 2 * * *',
          last_outcome: 'unchanged',
          last_success_at: now,
          has_history: true,
          stale_at: staleAt,
        }),
      )

      const counts: number[] = []
      for await (const devices of exportDevices(tenant.inTransaction, tenant.id, { states: ['unchanged'] })) {
        counts.push(devices.length)
        service.advance(2_000)
      }

      expect(counts).to.deep.equal([1_000, 1])
    } finally {
      await service.close()
    }
  })
})
