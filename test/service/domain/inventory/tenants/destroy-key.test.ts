import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import type { FailpointName } from '../../../../../service/domain/jobs/failpoint.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import { KeysDestroyed, createKeyring, followDestruction } from '../../../../../service/keys/keyring.ts'
import { type ObjectStore, StoreUnreachable } from '../../../../../service/objects/object-store.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { createSignals } from '../../../../../service/store/pg-notify.ts'
import { withoutDestructionDelay } from '../../../../support/delays.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type Client, type TestService, aDevice, must, startTestService } from '../../../../support/service.ts'
import { type FullScene, createFullScene } from '../../../../support/scene/full-scene.ts'

describe('the destruction of a tenant’s keys', () => {
  let service: TestService
  let admin: Client
  let doomed: FullScene
  let spared: FullScene
  let deletesFail = false

  before(async () => {
    const wrapStore = (store: ObjectStore): ObjectStore => ({
      ...store,
      deleteEveryVersion: (key) =>
        deletesFail
          ? Promise.reject(new StoreUnreachable(message('store_connection_lost')))
          : store.deleteEveryVersion(key),
    })
    service = await startTestService({ wrapStore })
    await withoutDestructionDelay(service)
    admin = await service.as('platform_admin')
    spared = await createFullScene(service)
  })

  beforeEach(async () => {
    service.dependencies.failpoint = undefined
    deletesFail = false
    doomed = await createFullScene(service)
  })

  after(() => service.close())

  const destroy = (confirm = doomed.slug) => admin.post(`/api/tenants/${doomed.id}/destroy-key`, { confirm })
  const rowsOf = (table: string, column = 'tenant_id') =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx(table).where({ [column]: doomed.id }))

  async function objectsBelow(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of service.dependencies.store.list(prefix)) keys.push(key)
    return keys
  }

  async function expectDestroyed() {
    const [key] = await rowsOf('tenant_keys')
    expect(key.bundle).to.have.length(0)
    expect(key.destroyed_at).to.be.instanceOf(Date)
    expect(await objectsBelow(`tenants/${doomed.id}/keys/`)).to.deep.equal([])
    expect(await service.dependencies.store.head(`tenants/${doomed.id}/tombstone`)).not.to.equal(null)
    expect(await failureOf(service.dependencies.keys.of(doomed.id))).to.be.instanceOf(KeysDestroyed)
  }

  it('deletes them from database, store and memory, and names what only a user can destroy', async () => {
    const [agent] = await rowsOf('agents')
    const snmp_users = [{ name: 'traps', level: 'authNoPriv', auth_protocol: 'sha256', auth_password: 'auth-Secret-1' }]
    must(await admin.patch(`/api/agents/${agent.id}?tenant=${doomed.id}`, { snmp_users }), 200)
    const answer = must(await destroy(), 200)

    await expectDestroyed()
    expect(answer).to.include({ tenant_id: doomed.id }).and.to.have.property('destroyed_at')
    expect(answer.notice).to.match(/dumps in files/)
    for (const { secrets, secrets_set } of await rowsOf('credentials')) {
      expect([secrets.length, secrets_set]).to.deep.equal([0, []])
    }
    for (const { revoked_at, snmp_users: users, snmp_passwords: passwords } of await rowsOf('agents'))
      expect([revoked_at !== null, users, passwords]).to.deep.equal([true, [], null])
    expect((await rowsOf('devices')).every(({ enabled }) => enabled === false)).to.equal(true)
    expect((await rowsOf('jobs')).filter(({ status }) => ['queued', 'running', 'retrying'].includes(status))).to.be
      .empty
  })

  it('is rejected without the slug, and then does nothing', async () => {
    const answer = await destroy('somebody-else')

    expect([answer.status, answer.body.errors[0].path]).to.deep.equal([422, 'confirm'])
    expect((await rowsOf('tenant_keys'))[0].destroyed_at).to.equal(null)
    expect(await service.dependencies.store.head(`tenants/${doomed.id}/tombstone`)).to.equal(null)
  })

  it('fails later reads with the reason', async () => {
    must(await destroy(), 200)

    for (const path of [
      `/api/artifacts/versions/${doomed.ids['version_id']}/content`,
      `/api/artifacts/${doomed.ids['artifact_id']}/diff?from=${doomed.queries['diffVersions.from']}&to=${doomed.ids['version_id']}`,
      `/api/snapshots/${doomed.ids['snapshot_id']}/browse`,
      `/api/snapshots/${doomed.ids['snapshot_id']}/file?path=/etc/hostname`,
    ]) {
      const answer = await admin.get(`${path}${path.includes('?') ? '&' : '?'}tenant=${doomed.id}`)
      expect([answer.status, answer.body.code], path).to.deep.equal([409, 'keys_destroyed'])
    }
    const credential = { name: 'another', username: 'backup', password: 'not-a-secret' }
    const written = await admin.post(`/api/credentials?tenant=${doomed.id}`, credential)
    expect([written.status, written.body.code]).to.deep.equal([409, 'keys_destroyed'])
  })

  it('causes no internal error in any operation on the tenant', async () => {
    must(await destroy(), 200)
    const { ids } = doomed

    for (const path of [
      '/api/devices', '/api/runs', '/api/agents', '/api/credentials', '/api/trust/fingerprints', '/api/reports/daily',
      '/api/storage/usage', '/api/storage/compliance', '/api/policy-runs', `/api/runs/${ids['run_id']}`,
      `/api/runs/${ids['run_id']}/log`, `/api/devices/${ids['device_id']}/artifacts`,
      `/api/artifacts/${ids['artifact_id']}/versions`, `/api/devices/${ids['device_id']}/snapshots`,
    ]) {
      const answer = await admin.get(`${path}?tenant=${doomed.id}`)
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).to.be.oneOf([200, 409])
    } // prettier-ignore
  })

  it('cancels pending runs, and excludes its devices from expectations', async () => {
    const waiting = must(
      await admin.post(`/api/devices?tenant=${doomed.id}`, { ...aDevice(), schedule: '0 2 * * *' }),
      201,
    )
    must(await admin.post(`/api/backups/trigger?tenant=${doomed.id}`, { device_ids: [waiting.id] }), 202)
    must(await destroy(), 200)

    const on = (path: string) => `/api/${path}?tenant=${doomed.id}`
    const answers = [
      await admin.post(on('backups/trigger'), { all_devices: true }),
      await admin.post(on(`devices/${waiting.id}/test`)),
      await admin.post(on('devices'), aDevice()),
      await admin.patch(on(`devices/${waiting.id}`), { enabled: true }),
      await admin.post(on(`devices/${waiting.id}/reinstate`)),
    ]

    for (const { status, body } of answers) expect([status, body.code]).to.deep.equal([409, 'keys_destroyed'])
    const devices = await rowsOf('devices')
    expect(devices.filter((row) => row.next_run_at ?? row.next_occurrence_at)).to.deep.equal([])
    expect((await rowsOf('jobs')).filter((row) => row.device_id === waiting.id)).to.containSubset([
      { status: 'cancelled' },
    ])
  })

  it('excludes the tenant from reports and monitoring', async () => {
    must(await destroy(), 200)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('devices').where({ tenant_id: doomed.id }).update({ enabled: true, schedule: '0 2 * * *' }),
    ) // as in an older copy of the database

    const { summary, exceptions } = must(await admin.get(`/api/reports/daily?tenant=${doomed.id}`), 200)
    const metrics = (await admin.get('/metrics')).bytes.toString()

    expect([summary.devices, summary.covered, summary.exceptions, exceptions]).to.deep.equal([0, 0, 0, []])
    expect(metrics).to.include(`coffer_devices_expected{customer="${doomed.slug}"} 0`)
  })

  it('leaves other tenants unchanged', async () => {
    must(await destroy(), 200)

    const answer = await admin.get(`/api/artifacts/versions/${spared.ids['version_id']}/content`)

    expect(answer.status).to.equal(200)
    expect(await objectsBelow(`tenants/${spared.id}/keys/`)).to.have.length(1)
  })

  it('reaches other replicas, including one that missed the signal', async () => {
    const { knex, masterKey, log } = service.dependencies
    const [listening, deaf] = [createKeyring(knex, masterKey), createKeyring(knex, masterKey)]
    const signals = createSignals({ listenUrl: service.db.url, log })
    await new Promise((resolve) => signals.on('keys', () => resolve(null))) // it is listening
    const heard = new Promise((resolve) => signals.on('keys', (tenantId) => tenantId === doomed.id && resolve(null)))
    followDestruction(listening, signals)
    await Promise.all([listening.of(doomed.id), listening.of(spared.id), deaf.of(doomed.id), deaf.of(spared.id)])

    must(await destroy(), 200)
    await heard
    await deaf.recheck()

    for (const keys of [listening, deaf]) {
      expect(await failureOf(keys.of(doomed.id))).to.be.instanceOf(KeysDestroyed)
      expect((await keys.of(spared.id)).dataKey).to.have.length(32)
    }
    await signals.close()
  })

  for (const moment of ['after_tombstone', 'after_erase'] satisfies FailpointName[]) {
    it(`can be completed by a repeated request when the service stops ${moment.replace('_', ' the ')}`, async () => {
      service.dependencies.failpoint = (name) => {
        if (name === moment) throw new Error('killed')
      }
      const killed = await destroy()
      service.dependencies.failpoint = undefined

      const first = must(await destroy(), 200)
      const again = must(await destroy(), 200)

      expect(killed.status).to.equal(500)
      expect(again.destroyed_at).to.equal(first.destroyed_at)
      await expectDestroyed()
    })
  }

  it('is recorded before the store is changed, and completed by the next sweep without another request', async () => {
    service.dependencies.failpoint = (name) => {
      if (name === 'after_erase') throw new Error('killed')
    }
    expect((await destroy()).status).to.equal(500)
    service.dependencies.failpoint = undefined
    const records = must(await admin.get(`/api/audit?action=tenant.erase_keys&tenant=${doomed.id}`), 200)

    await sweepTenant(service.dependencies, doomed.id)

    expect(records).to.have.length(1)
    await expectDestroyed()
  })

  it('reports an unreachable store, and a repeated request completes it', async () => {
    deletesFail = true
    const failed = await destroy()
    deletesFail = false

    expect(failed.status).to.equal(503)
    expect(await failureOf(service.dependencies.keys.of(doomed.id))).to.be.instanceOf(KeysDestroyed)
    must(await destroy(), 200)
    await expectDestroyed()
  })

  it('is audited with what was destroyed', async () => {
    must(await destroy(), 200)

    const [record] = must(await admin.get(`/api/audit?action=tenant.erase_keys&tenant=${doomed.id}`), 200)

    expect(record).to.include({ outcome: 'done', actor: 'service', object_id: doomed.id })
    expect(record.detail).to.include({ agents_revoked: 1 })
  })

  it('makes the stored data deletable at once, without confirmation', async () => {
    must(await destroy(), 200)
    const before = await objectsBelow(`tenants/${doomed.id}/`)

    const { policy_run_id: id } = must(
      await admin.post(`/api/storage/purge?tenant=${doomed.id}`, { confirm: doomed.slug }),
      202,
    )
    const run = await ended(admin, doomed.id, id)

    expect(run.outcome).to.equal('done')
    expect(before.length).to.be.greaterThan(2)
    expect(await objectsBelow(`tenants/${doomed.id}/packs/`)).to.deep.equal([])
    expect(await objectsBelow(`tenants/${doomed.id}/manifests/`)).to.deep.equal([])
    expect(await service.dependencies.store.head(`tenants/${doomed.id}/tombstone`)).not.to.equal(null)
  })
})

async function ended(admin: Client, tenantId: string, id: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const runs = must(await admin.get(`/api/policy-runs?tenant=${tenantId}`), 200)
    const run = runs.find((one: { id: string; finished_at: string | null }) => one.id === id && one.finished_at)
    if (run) return run
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the purge does not end')
}
