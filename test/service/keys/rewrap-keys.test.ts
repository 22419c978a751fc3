import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { KeysDestroyed, createKeyring } from '../../../service/keys/keyring.ts'
import { rewrapKeys } from '../../../service/keys/rewrap-keys.ts'
import type { ObjectStore } from '../../../service/objects/object-store.ts'
import { withoutDestructionDelay } from '../../support/delays.ts'
import { failureOf } from '../../support/failure-of.ts'
import { must, startTestService } from '../../support/service.ts'

describe('rewrapping the keys', () => {
  it('keeps concurrently destroyed keys destroyed, and includes a tenant created meanwhile', async () => {
    const service = await startTestService()
    try {
      await withoutDestructionDelay(service)
      const [gone, kept] = [await service.hasTenant('gone'), await service.hasTenant('kept')]
      const admin = await service.as('platform_admin')
      const { knex, masterKey, store, now } = service.dependencies
      const to = randomBytes(32)
      let made: { id: string } | undefined
      const racing: ObjectStore = {
        ...store,
        async put(key, bytes) {
          await store.put(key, bytes)
          if (made) return
          must(await admin.post(`/api/tenants/${gone.id}/destroy-key`, { confirm: 'gone' }), 200)
          made = must(await admin.post('/api/tenants', { slug: 'made', name: 'made' }), 201)
        },
      }

      const count = await rewrapKeys(knex, racing, masterKey, to, now())

      const keys = createKeyring(knex, to)
      expect(count).to.equal(2)
      for (const { id } of [kept, made!]) expect((await keys.of(id)).dataKey).to.have.length(32)
      expect(await failureOf(keys.of(gone.id))).to.be.instanceOf(KeysDestroyed)
      expect(await Array.fromAsync(store.list(`tenants/${gone.id}/keys/`))).to.deep.equal([])
    } finally {
      await service.close()
    }
  })
})
