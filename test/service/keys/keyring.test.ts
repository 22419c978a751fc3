import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { checkIntegrity } from '../../../service/domain/repository/integrity/check-integrity.ts'
import { KeysDestroyed, type Keyring, createKeyring, recheckEvery } from '../../../service/keys/keyring.ts'
import type { ObjectStore } from '../../../service/objects/object-store.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { withoutDestructionDelay } from '../../support/delays.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

describe('keys cached by a thread that receives no signals', () => {
  let service: TestService
  let store: ObjectStore
  let keys: Keyring
  let endRechecks: () => void

  before(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = disk) })
    await withoutDestructionDelay(service)
    keys = createKeyring(service.dependencies.knex, service.dependencies.masterKey)
    endRechecks = recheckEvery(keys, 5)
  })
  after(async () => {
    endRechecks()
    await service.close()
  })

  async function destroyKeys({ id, slug, admin }: AgentScene): Promise<void> {
    must(await admin.post(`/api/tenants/${id}/destroy-key`, { confirm: slug }), 200)
    while (
      !(await keys.of(id).then(
        () => false,
        (error: unknown) => error instanceof KeysDestroyed,
      ))
    )
      await pause(5)
  }

  it('expire automatically when they are destroyed', async () => {
    const customer = await createAgentScene(service)
    expect((await keys.of(customer.id)).tenantId).to.equal(customer.id)

    await destroyKeys(customer)

    expect(await keys.of(customer.id).catch((error: Error) => error)).to.be.instanceOf(KeysDestroyed)
  })

  it('are not retained by a running check', async () => {
    const customer = await createAgentScene(service)
    await customer.backUpTexts(await customer.hasRouter(), { 'running-config': 'hostname r1\nend\n' })
    const { knex, now } = service.dependencies
    let isDestroyed = false
    const destroying: ObjectStore = {
      ...store,
      async get(key, range) {
        const bytes = await store.get(key, range)
        if (key.startsWith(`tenants/${customer.id}/packs/`) && !isDestroyed) {
          isDestroyed = true
          await destroyKeys(customer)
        }
        return bytes
      },
    }

    await checkIntegrity({
      knex,
      keys,
      store: destroying,
      now,
      periodDays: 1,
      pause: async () => undefined,
      alarm: () => undefined,
    })

    const { rows } = await inScope(knex, { kind: 'platform' }, (trx) =>
      trx.raw(`select outcome, reason from policy_runs where tenant_id = ? and kind = 'integrity'`, [customer.id]),
    )
    expect(rows).to.deep.equal([{ outcome: 'stopped', reason: message('tenant_keys_destroyed') }])
  })
})
