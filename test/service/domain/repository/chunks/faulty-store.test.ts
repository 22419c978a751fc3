import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { defaultIntervals } from '../../../../../shared/agent-protocol/intervals.ts'
import { type ChunkId, chunkIdOf } from '../../../../../shared/repository/chunk-id.ts'
import { openManifest } from '../../../../../shared/repository/manifest.ts'
import { createPackBuilder } from '../../../../../shared/repository/pack-builder.ts'
import { ChunkDamaged } from '../../../../../service/domain/repository/chunks/backup-damaged.ts'
import { createRepository } from '../../../../../service/domain/repository/chunks/create-repository.ts'
import { missingChunks } from '../../../../../service/domain/repository/chunks/missing-chunks.ts'
import { StoreUnreachable } from '../../../../../service/objects/object-store.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import {
  type Fault,
  type FaultKind,
  type FaultPlan,
  type FaultyStore,
  type StoreMethod,
  createFaultyStore,
  healthy,
} from '../../../../support/faulty-store.ts'
import { type ProtocolScene, createProtocolScene } from '../../../../support/scene/protocol-scene.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { seeded } from '../../../../support/random.ts'
import { type TestService, must, startTestService } from '../../../../support/service.ts'

describe('backups on a failing store', () => {
  let service: TestService
  let store: FaultyStore
  let tenant: Scene

  before(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = createFaultyStore(disk)) })
    tenant = await createScene(service.dependencies)
  })
  afterEach(() => store.follow(healthy))
  after(() => service.close())

  const contents = [Buffer.from('hostname r1\n'.repeat(400)), randomBytes(30_000), Buffer.from('end\n')]

  async function aPack() {
    const { repositoryPublicKey, chunkIdKey } = await service.dependencies.keys.of(tenant.id)
    const salted = contents.map((content) => Buffer.concat([randomBytes(8), content]))
    const builder = createPackBuilder({ tenantId: tenant.id, repositoryPublicKey })
    const ids = salted.map((content) => chunkIdOf(chunkIdKey, content))
    for (const [at, content] of salted.entries()) await builder.add(ids[at]!, content)
    return { pack: await builder.seal(), ids, salted }
  }

  const missing = (ids: ChunkId[]) => tenant.inTransaction((call) => missingChunks(call, ids))

  /** Returns a reader without cached content. */
  const reader = () => createRepository(service.dependencies).chunkReader(tenant.id)

  /** Returns bit positions across the bytes, including the first and the last. */
  function bitsOf(length: number, count: number): number[] {
    const random = seeded(length)
    return [0, length * 8 - 1, ...Array.from({ length: count }, () => Math.floor(random() * length * 8))]
  }

  it('count no chunk of a pack with a flipped bit, and accept it when sent again', async () => {
    const { pack, ids } = await aPack()

    for (const bit of bitsOf(pack.bytes.length, 40)) {
      store.follow(scripted({ method: 'put', key: '/packs/', fault: { kind: 'flipped_bit', bit } }))
      const { state } = await tenant.sendPack(pack)
      expect([bit, state.state]).to.deep.equal([bit, 'wrong'])
    }

    expect(await missing(ids)).to.deep.equal([0, 1, 2])
    expect((await tenant.sendPack(pack)).state.state).to.equal('verified')
  })

  it('are read correctly or not at all, wherever a bit is flipped during a read', async () => {
    const { pack, ids, salted } = await aPack()
    await tenant.sendPack(pack)

    for (const [at, id] of ids.entries()) {
      for (const bit of bitsOf(salted[at]!.length, 20)) {
        store.follow(scripted({ method: 'get', fault: { kind: 'flipped_bit', bit } }))
        expect(await failureOf(reader().read(id)), `bit ${bit}`).to.be.instanceOf(ChunkDamaged)
      }
      expect((await reader().read(id)).equals(salted[at]!)).to.equal(true)
    }
  })

  for (const [fault, expected] of [
    ['short_read', ChunkDamaged],
    ['absent', ChunkDamaged],
    ['error', StoreUnreachable],
    ['slow_down', StoreUnreachable],
    ['answer_lost', StoreUnreachable],
  ] as const) {
    it(`report ${expected.name} when reading ends in ${fault}, and cache nothing`, async () => {
      const { pack, ids, salted } = await aPack()
      await tenant.sendPack(pack)
      const repository = createRepository(service.dependencies)
      store.follow(scripted({ method: 'get', fault }))

      const failure = await failureOf(repository.chunkReader(tenant.id).read(ids[1]!))
      const again = await repository.chunkReader(tenant.id).read(ids[1]!)

      expect(failure).to.be.instanceOf(expected)
      expect(again.equals(salted[1]!)).to.equal(true)
    })
  }

  it('resend an identical pack after a lost response', async () => {
    const { pack, ids } = await aPack()
    store.follow(scripted({ method: 'put', fault: 'answer_lost' }))

    const first = await failureOf(tenant.sendPack(pack))
    const second = await tenant.sendPack(pack)

    expect(first).to.be.instanceOf(StoreUnreachable)
    expect(second.state.state).to.equal('verified')
    expect(await missing(ids)).to.deep.equal([])
  })

  describe('of a router', () => {
    const rounds = Number(process.env['FAULTY_ROUNDS'] ?? 12)

    let scene: ProtocolScene

    before(async () => {
      service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 500, claim_wait_ms: 1_000 }
      scene = await createProtocolScene(service)
      const own = await scene.customer.as('tenant_admin')
      must(await own.patch(`/api/devices/${scene.device.id}`, { retry_attempts: 0 }), 200)
    })
    after(() => scene.close())

    it('are resent if they were verified but cannot be read at the commit', async () => {
      const running = (await scene.hasRealAgent()).run()
      const verified = { method: 'get', key: '/packs/', fault: { kind: 'delay', ms: 0 } } as const
      const readAtCommit = { method: 'get', key: '/packs/', fault: 'short_read' } as const
      store.follow(scripted(verified, readAtCommit))

      const run = await scene.over((await scene.trigger(scene.device.id)).id)

      await running.stop()
      expect(store.faults.map(({ kind }) => kind).slice(-2)).to.deep.equal(['delay', 'short_read'])
      expect(run).to.include({ status: 'succeeded', attempts: 1 })
      for (const { id } of await scene.versions()) await contentOf(id)
    })

    it('have content and manifest for each version, at random faults', async () => {
      const running = (await scene.hasRealAgent()).run()
      const before = await Promise.all((await scene.versions()).map(({ id }) => contentOf(id)))
      const base = before.find((text) => text.includes('hostname exitgw')) ?? ''
      const changed = (round: number) =>
        base.replace('hostname exitgw', `hostname exitgw\nusername round-${round} privilege 1`)
      const ends: string[] = []

      for (let round = 1; round <= rounds; round++) {
        scene.router.setRunningConfig(changed(round))
        store.follow(
          randomFaults(round, 30, [
            'error',
            'slow_down',
            'delay',
            'answer_lost',
            'short_read',
            'flipped_bit',
            'absent',
          ]),
        )
        const { status } = await scene.over((await scene.trigger(scene.device.id)).id)
        ends.push(status)
      }
      store.follow(healthy)
      scene.router.setRunningConfig(changed(rounds + 1))
      const last = await scene.over((await scene.trigger(scene.device.id)).id)
      await running.stop()

      expect(last.status).to.equal('succeeded')
      expect(ends.filter((status) => status === 'succeeded').length).to.be.above(rounds / 2)
      const made = [base, ...Array.from({ length: rounds + 1 }, (_, at) => changed(at + 1))]
      for (const { id, job_id } of await scene.versions()) {
        expect(before.includes(await contentOf(id)) || made.includes(await contentOf(id)), job_id).to.equal(true)
        await expectManifest(id)
      }
    })

    async function contentOf(versionId: string): Promise<string> {
      const answer = await scene.operator.get(`/api/artifacts/versions/${versionId}/content`)
      expect(answer.status).to.equal(200)
      return answer.bytes.toString()
    }

    /** A bit that was flipped during the write is left for the integrity check. */
    async function expectManifest(versionId: string): Promise<void> {
      const { customer } = scene
      const key = `tenants/${customer.id}/manifests/${versionId}`
      const bytes = await store.get(key)
      if (store.faults.some((fault) => fault.key === key && fault.method === 'put' && fault.kind === 'flipped_bit'))
        return
      const { repositoryPrivateKey } = await service.dependencies.keys.of(customer.id)
      const manifest = openManifest(bytes, versionId, { tenantId: customer.id, repositoryPrivateKey })
      expect(manifest.versionId).to.equal(versionId)
    }
  })
})

/** Applies the scripted faults once each, to the next request of the method (and of keys that contain `key`). */
function scripted(...script: { method: StoreMethod; key?: string; fault: Fault | FaultKind }[]): FaultPlan {
  const left = [...script]
  return ({ method, key }) => {
    const at = left.findIndex((step) => step.method === method && key.includes(step.key ?? ''))
    return at < 0 ? undefined : left.splice(at, 1)[0]!.fault
  }
}

/** Fails `percent` of the requests, with one of these faults; the same ones for the same seed. */
function randomFaults(seed: number, percent: number, kinds: FaultKind[]): FaultPlan {
  const random = seeded(seed)
  return () => (random() * 100 < percent ? kinds[Math.floor(random() * kinds.length)] : undefined)
}
