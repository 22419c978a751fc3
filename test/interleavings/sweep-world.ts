import type { SystemContext, TenantContext } from '../../service/domain/kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { unmarkRestored } from '../../service/domain/kernel/installation/restore-marker.ts'
import { checkIntegrity } from '../../service/domain/repository/integrity/check-integrity.ts'
import { rebuildIndex } from '../../service/domain/recovery/rebuild/rebuild-index.ts'
import { destroyTenantKeys } from '../../service/domain/recovery/destruction/destroy-tenant-keys.ts'
import { requestDestruction } from '../../service/domain/recovery/destruction/request-destruction.ts'
import { purgeDevice } from '../../service/domain/recovery/purge/purge-device.ts'
import { applyRetention } from '../../service/domain/repository/retention/apply-retention.ts'
import { type WrittenVersions, manifestOf, writeVersions } from '../../service/domain/jobs/write-versions.ts'
import { createBlockCache } from '../../service/domain/repository/chunks/block-cache.ts'
import { createChunkReader } from '../../service/domain/repository/chunks/chunk-reader.ts'
import { missingChunks } from '../../service/domain/repository/chunks/missing-chunks.ts'
import { createRepository } from '../../service/domain/repository/chunks/create-repository.ts'
import { BackupDamaged } from '../../service/domain/repository/chunks/backup-damaged.ts'
import type { Repository } from '../../service/domain/repository/chunks/repository.ts'
import { type SweepOutcome, sweepTenant } from '../../service/domain/repository/sweep/sweep-tenant.ts'
import type { SweepOptions, SweepDependencies } from '../../service/domain/repository/sweep/sweep-dependencies.ts'
import { DomainError } from '../../service/domain/kernel/domain-error.ts'
import { StoreUnreachable } from '../../service/objects/object-store.ts'
import { Device } from '../../service/store/models/device.ts'
import { Job } from '../../service/store/models/job.ts'
import { Tenant } from '../../service/store/models/tenant.ts'
import { Version } from '../../service/store/models/version.ts'
import { TombstoneDecider } from '../../service/domain/inventory/tenants/tombstone-decisions.ts'
import { inScope } from '../../service/store/scope.ts'
import type { ChunkReader } from '../../shared/repository/chunk-writer.ts'
import { createPackBuilder } from '../../shared/repository/pack-builder.ts'
import type { seeded } from '../shared/repository/seeded.ts'
import { type Fault, createFaultyStore } from '../support/faulty-store.ts'
import { type Gate, Killed, gatedKnex, gatedStore } from './killable.ts'
import { type Capture, type Expected, beginCapture, examineCapture } from './sweep-capture.ts'
import { listDamage, listObjects, listUnreferred, readBack } from './sweep-inspection.ts'
import type { TestRepository } from '../support/repository.ts'
import { anOwner, packAddressParts as addressParts } from '../support/scene/packs.ts'
import { actionsIn, createScene } from '../support/scene/scene.ts'
import { policyDependencies } from '../support/system-transactions.ts'

/** One of several processes. It may be killed at any gate, and its store may fail. */
interface Process {
  parts: SweepDependencies
  repository: Repository
}

const hourMs = 3_600_000

const faults: Fault[] = [
  { kind: 'error' },
  { kind: 'answer_lost' },
  { kind: 'slow_down' },
  { kind: 'flipped_bit' },
  { kind: 'absent' },
  { kind: 'short_read' },
  { kind: 'empty_listing' },
  { kind: 'wrong_listing' },
  { kind: 'cut_listing' },
]

/**
 * A tenant whose agents, sweeps, policies and readers interleave in any order. `random` decides everything. Every
 * answer of the real code is compared with a plain map of versions.
 */
export async function createSweepWorld(test: TestRepository, random: ReturnType<typeof seeded>) {
  const tenant = await createScene(test.dependencies)
  const { chunkIdKey, repositoryPublicKey } = await test.dependencies.keys.of(tenant.id)
  const pool = Array.from({ length: 30 }, (_, i) => random.bytes(i === 0 ? 600_000 : random.whole(1, 4_000)))
  const devices = await Promise.all([1, 2, 3].map(() => tenant.hasDevice()))
  const captures: Capture[] = []
  const expected = new Map<string, Expected>()
  const health = { faults: 0, kills: 0, isPeaceful: false }
  const tally = {
    commits: 0,
    reads: 0,
    sweeps: 0,
    killed: 0,
    stopped: 0,
    removed: 0,
    repacked: 0,
    deleted: 0,
    resent: 0,
    checks: 0,
    rebuilds: 0,
  }
  const reader = createChunkReader(test.dependencies, createBlockCache(0), tenant.id) // caches locations but no content
  let depth = 0

  /** @param between runs the actions of others at a gate, when this process is slow */
  function process(between: () => Promise<void>): Process {
    let dead = false
    const gate: Gate = async () => {
      if (dead || random.next() < health.kills) {
        dead = true
        throw new Killed('killed')
      }
      await between()
      if (dead) throw new Killed('killed')
    }
    const plan = () => (random.next() < health.faults ? random.pick(faults) : undefined)
    const store = gatedStore(createFaultyStore(test.dependencies.store, plan), gate)
    const knex = gatedKnex(test.dependencies.knex, gate)
    const { keys, now, serviceKeys, workers } = test.dependencies
    return {
      parts: { knex, keys, store, now },
      repository: createRepository({ knex, keys, serviceKeys, store, workers, now }),
    }
  }

  /** Runs work of a process that may end normally, by a kill, or by a fault of its store. */
  async function survive(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      const isExpected = error instanceof Killed || error instanceof StoreUnreachable || error instanceof BackupDamaged
      if (!isExpected && !(health.faults > 0 && error instanceof DomainError)) throw error
      if (error instanceof Killed) tally.killed++
      return false
    }
  }

  async function begin(): Promise<void> {
    captures.push(await beginCapture(random, { device: random.pick(devices), pool, chunkIdKey }))
  }

  /** Runs one step of a capture in its own process. A killed step is repeated, as an agent does. */
  async function advance(capture: Capture): Promise<void> {
    capture.isBusy = true
    try {
      await survive(() => take(capture))
    } finally {
      capture.isBusy = false
      const versionId = capture.version?.versionId
      if (capture.step === 'commit' && versionId && (await isThere(versionId))) {
        expected.set(versionId, capture.expected)
        tally.commits++
        captures.splice(captures.indexOf(capture), 1)
      }
    }
  }

  async function advanceSome(capture: Capture): Promise<void> {
    for (let left = random.whole(1, 4); left > 0 && captures.includes(capture); left--) await advance(capture)
  }

  async function take(capture: Capture): Promise<void> {
    const { parts, repository } = process(interfere)
    const inTenant = actionsIn({ ...test.dependencies, knex: parts.knex }, { kind: 'tenant', tenantId: tenant.id })
    const within = <T>(work: (call: TenantContext) => Promise<T>) => inTenant((call) => work(call as TenantContext))
    const ids = [...capture.chunks.keys()]
    switch (capture.step) {
      case 'ask': {
        const missing = await within<number[]>((call) => missingChunks(call, ids))
        capture.missing = missing.map((index) => ids[index]!)
        capture.step = capture.missing.length > 0 ? 'announce' : 'examine'
        return
      }
      case 'announce': {
        const builder = createPackBuilder({ tenantId: tenant.id, repositoryPublicKey })
        for (const id of capture.missing.slice(0, random.whole(1, 12))) await builder.add(id, capture.chunks.get(id)!)
        const { bytes, sha256 } = await builder.seal()
        const [address] = await within<{ id: string; url: string }[]>((call) =>
          repository.announcePacks(call, anOwner(), [{ size: bytes.length, sha256, md5: null }]),
        )
        capture.pack = { ...address!, bytes }
        capture.step = 'send'
        return
      }
      case 'send': {
        const isOver = await repository
          .receivePack(addressParts(capture.pack!), Readable.from([capture.pack!.bytes]))
          .then(() => false)
          .catch((error: unknown) => error instanceof DomainError || Promise.reject(error))
        capture.step = isOver ? 'announce' : 'verify'
        return
      }
      case 'verify': {
        const { state } = await repository.verifyPack(tenant.id, capture.pack!.id)
        capture.step = state === 'verified' ? 'ask' : 'announce'
        return
      }
      case 'examine':
        return examineCapture(capture, { tenant, repository, now: test.dependencies.now })
      case 'manifest': {
        const job = await aJob(capture.device)
        capture.job = job
        await repository.writeManifests(tenant.id, [manifestOf(job, capture.device, capture.version!)])
        capture.step = 'commit'
        return
      }
      case 'commit': {
        const job = capture.job!
        const keys = await test.dependencies.keys.of(tenant.id)
        const version = capture.version!
        const run = { job, device: capture.device, examined: [version], pins: new Map() }
        const outcomes = await within<Map<unknown, WrittenVersions>>((call) => writeVersions(call, [run], keys))
        const outcome = outcomes.get(run)
        if (outcome === 'moved') capture.step = 'examine'
        if (outcome instanceof DomainError) {
          tally.resent++
          capture.step = 'ask'
        }
      }
    }
  }

  async function isThere(versionId: string): Promise<boolean> {
    return tenant.inTransaction(async ({ trx }) => (await Version.query(trx).findById(versionId)) !== undefined)
  }

  function aJob(device: Device): Promise<Job> {
    const at = test.dependencies.now()
    const fields = { kind: 'backup', trigger: 'manual', requestedBy: 'test', status: 'succeeded' } as const
    return tenant.inTransaction(({ trx }) =>
      Job.query(trx)
        .insert({
          id: randomUUIDv7(),
          tenantId: tenant.id,
          deviceId: device.id,
          ...fields,
          queuedAt: at,
          notBefore: at,
          finishedAt: at,
          labMode: false,
          hostNotCompared: false,
        })
        .returning('*')
        .execute(),
    )
  }

  async function retain(keepLast = 2): Promise<void> {
    const rule = { keepDays: 10, keepLast }
    await survive(() => applyRetention(policyDependencies(process(interfere).parts), tenant.id, rule))
  }

  async function purgeNow(moment: SystemContext, { id }: Device): Promise<void> {
    const { trx, now } = moment
    await Device.query(trx).findById(id).patch({ decommissionedAt: now, purgeAt: now, purgedAt: null })
    await purgeDevice(moment, id)
  }

  async function purge(): Promise<void> {
    const device = random.pick(devices)
    const { inTenant } = policyDependencies(process(interfere).parts)
    await survive(() => inTenant(tenant.id, (moment) => purgeNow(moment, device)))
    const heir = await tenant.hasDevice()
    devices.splice(devices.indexOf(device), 1, heir)
    for (const capture of captures) if (capture.device === device) capture.device = heir
  }

  /** Includes devices that were purged while a commit for them was being sent. */
  async function purgeAll(): Promise<void> {
    const all = await tenant.inTransaction(({ trx }) => Device.query(trx).execute())
    for (const device of all) await tenant.inTransaction((call) => purgeNow(call, device))
  }

  async function sweep(options: SweepOptions = { confirmed: true, repackBytes: 64 * 1024 * 1024 }): Promise<void> {
    tally.sweeps++
    await survive(async () => {
      const outcome: SweepOutcome = await sweepTenant(process(interfere).parts, tenant.id, options)
      if (outcome.outcome === 'stopped') tally.stopped++
      tally.removed += outcome.counts.chunks
      tally.repacked += outcome.counts.repacked
      tally.deleted += outcome.counts.objects
    })
  }

  /**
   * Reads everything and marks damage. Damage that only a fault of the store suggested is cleared by the next check.
   */
  async function checkStored(): Promise<void> {
    const { parts } = process(interfere)
    await survive(() =>
      checkIntegrity({
        ...parts,
        periodDays: 1,
        isRequested: true,
        pause: async () => undefined,
        alarm: () => undefined,
      }),
    )
    tally.checks++
  }

  /** As by the command: no other process is active, and a user checks the result. */
  async function rebuild(): Promise<void> {
    const { parts } = process(async () => undefined)
    const { masterKey, workers } = test.dependencies
    await survive(() =>
      rebuildIndex({
        ...parts,
        masterKey,
        workers,
        dryRun: false,
        tombstones: new TombstoneDecider(),
        onSkipped: () => undefined,
      }),
    )
    await inScope(test.dependencies.knex, { kind: 'platform' }, unmarkRestored)
    tally.rebuilds++
  }

  /** At a gate of one process, others may continue or time may pass. */
  async function interfere(): Promise<void> {
    if (health.isPeaceful || depth >= 2 || random.next() > 0.12) return
    depth++
    try {
      await act()
    } finally {
      depth--
    }
  }

  async function act(): Promise<void> {
    const dice = random.next()
    const idle = captures.filter(({ isBusy }) => !isBusy)
    const capture = idle.length > 0 ? random.pick(idle) : null
    if (dice < 0.2 && captures.length < 6) await begin()
    else if (dice < 0.72 && capture) await advanceSome(capture)
    else if (dice < 0.74 && capture) captures.splice(captures.indexOf(capture), 1)
    else if (dice < 0.8) await sweep()
    else if (dice < 0.84) await retain()
    else if (dice < 0.85) await purge()
    else if (dice < 0.87) await checkStored()
    else if (dice < 0.89 && depth === 0) await rebuild()
    else if (dice < 0.94) await readSome()
    else test.advance(random.pick([0.1, 1, 12, 49, 100, 24 * 60, -49]) * hourMs)
  }

  async function readSome(): Promise<void> {
    const ids = [...expected.keys()]
    if (ids.length > 0) await check(random.pick(ids), reader)
  }

  /** Checks every byte of a version, unless it was deleted. */
  async function check(versionId: string, by: ChunkReader): Promise<void> {
    const wanted = expected.get(versionId)
    const version = await tenant.inTransaction(({ trx }) => Version.query(trx).findById(versionId).execute())
    if (!version || !wanted) {
      expected.delete(versionId)
      return
    }
    try {
      if (!(await test.dependencies.store.head(`${tenant.prefix}/manifests/${versionId}`)))
        throw new Error('no manifest')
      const found = await readBack(by, version.content)
      const isSame = [...wanted].every(([path, bytes]) => found.get(path)?.equals(bytes)) && found.size === wanted.size
      if (!isSame) throw new Error('other bytes')
      tally.reads++
    } catch (error) {
      if (!(await isThere(versionId))) return
      throw new Error(`version ${versionId} cannot be read back: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
  }

  return {
    tenant,
    tally,
    health,
    objects: () => listObjects(test, tenant),
    unreferred: () => listUnreferred(test, tenant),
    named: () => listDamage(tenant),
    act,
    sweep,
    retain,
    purgeAll,
    checkStored,
    async destroyKeys(): Promise<void> {
      const { slug } = await tenant.inTransaction(({ trx }) =>
        Tenant.query(trx).findById(tenant.id).throwIfNotFound().execute(),
      )
      const wanted = { tenantId: tenant.id, kind: 'keys' as const, confirm: slug, delayDays: 0 }
      const { id } = await tenant.inTransaction((call) => requestDestruction(call, wanted))
      const { keys, store } = test.dependencies
      const { runInSystemTransaction } = policyDependencies(test.dependencies)
      await destroyTenantKeys({ runInSystemTransaction, keys, store }, id)
      keys.forget(tenant.id)
    },
    /** Checks every committed version against what was captured, with a reader without caches. */
    async checkAll(): Promise<number> {
      const fresh = test.dependencies.repository.chunkReader(tenant.id)
      for (const id of [...expected.keys()]) await check(id, fresh)
      return expected.size
    },
    /** Drops all unfinished captures. */
    abandonCaptures: () => void captures.splice(0),
  }
}
