import { expect } from 'chai'
import { readDescription } from '../../../../../service/domain/inventory/tenants/tenant-descriptor.ts'
import { createKnex } from '../../../../../service/store/connect.ts'
import { superuserOf } from '../../../../support/database.ts'
import { startTestService } from '../../../../support/service.ts'
import { createScene } from '../../../../support/scene/scene.ts'

describe('the tenant descriptor in the store', () => {
  it('is read even if more devices have overrides than one statement can bind', async () => {
    const service = await startTestService()
    try {
      const tenant = await createScene(service.dependencies)
      const device = await tenant.hasDevice()
      const admin = createKnex(await superuserOf(service.db), { application: 'test', poolMax: 1 })
      await admin.transaction(async (trx) => {
        // inserts many rules without their referenced rows
        await trx.raw('set local session_replication_role = replica')
        await trx.raw(
          `insert into retention_policies (id, tenant_id, device_id, keep_days, updated_at)
           select uuidv7(), :id, case when n = 1 then cast(:deviceId as uuid) else uuidv7() end, n, now()
           from generate_series(1, 70000) n`,
          { id: tenant.id, deviceId: device.id },
        )
      })
      await admin.destroy()

      const { devices } = await readDescription(service.dependencies.knex, tenant.id)

      expect(devices).to.deep.equal([
        { id: device.id, restorePolicy: null, trustPosture: null, retention: { keepDays: 1, keepLast: null } },
      ])
    } finally {
      await service.close()
    }
  })
})
