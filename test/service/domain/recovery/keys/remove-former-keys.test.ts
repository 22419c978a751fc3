import { message } from '../../../../../shared/messages/message.ts'
import type { RunInSystemTransaction } from '../../../../../service/domain/kernel/context.ts'
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { storeDump } from '../../../../../service/domain/recovery/dump/stored-dumps.ts'
import { installationId } from '../../../../../service/domain/kernel/installation/installation-id.ts'
import { checkIntegrity } from '../../../../../service/domain/repository/integrity/check-integrity.ts'
import { removeFormerKeys } from '../../../../../service/domain/recovery/keys/remove-former-keys.ts'
import { createKeyring } from '../../../../../service/keys/keyring.ts'
import { rewrapKeys } from '../../../../../service/keys/rewrap-keys.ts'
import { type ObjectStore, StoreUnreachable } from '../../../../../service/objects/object-store.ts'
import { createS3Store } from '../../../../../service/objects/s3.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { s3ServerMissing, s3StartMs, startS3Server } from '../../../../support/s3-server.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../../../support/service.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

const dayMs = 24 * 3_600_000
const afterMs = 30 * dayMs
const missing = s3ServerMissing()

const stores: Record<string, () => Promise<((disk: ObjectStore) => ObjectStore) | undefined>> = {
  'on a disk': () => Promise.resolve((disk) => disk),
  [`in a bucket that keeps former versions${missing ? ` (${missing})` : ''}`]: async () => {
    if (missing) return undefined
    const server = await startS3Server()
    const store = createS3Store(server.settingsOf(await server.newBucket(true)))
    return () => store
  },
}

for (const [where, open] of Object.entries(stores)) {
  describe(`the wrapped keys of a former master key ${where}`, function () {
    let service: TestService
    let store: ObjectStore
    let customer: Customer
    let admin: Client
    let masterKey: Buffer

    beforeEach(async function () {
      this.timeout(s3StartMs + 240_000)
      const wrapStore = await open()
      if (!wrapStore) return this.skip()
      service = await startTestService({ wrapStore: (disk) => (store = wrapStore(disk)) })
      customer = await service.hasTenant()
      admin = await service.as('platform_admin')
      masterKey = service.dependencies.masterKey
    })
    afterEach(() => service?.close())

    const runInSystemTransaction: RunInSystemTransaction = (step) => systemTransactions(service.dependencies)(step)
    const remove = (options: { afterMs: number | null }, from = store) =>
      removeFormerKeys({ runInSystemTransaction, openStore: () => Promise.resolve(from) }, options)
    const stored = async () =>
      (await Array.fromAsync(store.list(`tenants/${customer.id}/keys/`))).map(({ key }) => key.split('/').at(-1))

    async function rewrap() {
      const to = randomBytes(32)
      await rewrapKeys(service.dependencies.knex, store, masterKey, to, service.dependencies.now())
      masterKey = to
    }

    /** @returns the report of the nightly check */
    async function check(): Promise<string[]> {
      service.advance(dayMs)
      const { knex, now } = service.dependencies
      const alarms: string[] = []
      const keys = createKeyring(knex, masterKey)
      const alarm = (line: string) => alarms.push(line)
      await checkIntegrity({ knex, keys, store, now, periodDays: 1, pause: async () => undefined, alarm })
      return alarms
    }

    it('are retained for the configured days, then deleted and no longer expected', async () => {
      await rewrap()
      const alarms = await check()
      service.advance(afterMs - dayMs - 1)
      const early = await remove({ afterMs })
      const before = await stored()
      service.advance(1)

      const { tenants, objects } = await remove({ afterMs })

      expect([early.tenants, before]).to.deep.equal([0, ['1', '2']])
      expect([tenants, objects]).to.deep.equal([1, 1])
      expect(await stored()).to.deep.equal(['2'])
      expect([...alarms, ...(await check())]).to.deep.equal([])
      expect((await createKeyring(service.dependencies.knex, masterKey).of(customer.id)).dataKey).to.have.length(32)
      const audit = must(await admin.get(`/api/audit?tenant=${customer.id}&action=tenant.remove_former_keys`), 200)
      expect(audit.map(({ detail }: { detail: object }) => detail)).to.deep.equal([{ generations: 1, objects: 1 }])
      expect((await remove({ afterMs })).tenants).to.equal(0)
    })

    it('are retained while the store has an older dump, or deleted on request', async () => {
      const { knex, now } = service.dependencies
      const installation = await runInSystemTransaction(installationId)
      const { name } = await storeDump({ knex, masterKey, now: now(), store, installation })
      service.advance(dayMs)
      await rewrap()
      service.advance(afterMs)

      const nightly = await remove({ afterMs })
      const before = await stored()
      const asked = await remove({ afterMs: null })

      expect([nightly.tenants, before]).to.deep.equal([0, ['1', '2']])
      expect([asked.tenants, asked.olderDumps]).to.deep.equal([1, [name]])
      expect(await stored()).to.deep.equal(['2'])
    })

    it('are all deleted when an interrupted run is repeated', async () => {
      await rewrap()
      await rewrap()
      let left = 1
      const dying: ObjectStore = {
        ...store,
        async deleteEveryVersion(key) {
          if (left-- > 0) return store.deleteEveryVersion(key)
          throw new StoreUnreachable(message('store_connection_lost'))
        },
      }
      const failure = await failureOf(remove({ afterMs: null }, dying))
      const between = await stored()
      const alarms = await check()

      await remove({ afterMs: null })

      expect(failure).to.be.instanceOf(StoreUnreachable)
      expect(between).to.deep.equal(['2', '3'])
      expect(alarms).to.deep.equal([])
      expect(await stored()).to.deep.equal(['3'])
    })

    it('are deleted again after the next master key change', async () => {
      await rewrap()
      await remove({ afterMs: null })
      await rewrap()

      await remove({ afterMs: null })

      expect(await stored()).to.deep.equal(['3'])
      expect(await check()).to.deep.equal([])
    })

    it('are retained while the store lacks the current ones', async () => {
      await rewrap()
      await store.deleteEveryVersion(`tenants/${customer.id}/keys/2`)

      const { unsafe } = await remove({ afterMs: null })

      expect(unsafe).to.deep.equal([customer.slug])
      expect(await stored()).to.deep.equal(['1'])
      await check() // which restores the current ones
      expect((await remove({ afterMs: null })).unsafe).to.deep.equal([])
      expect(await stored()).to.deep.equal(['2'])
    })
  })
}
