import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import type { InTenant, PolicyDependencies } from '../../../../../service/domain/policies/policy-dependencies.ts'
import { applyRetention } from '../../../../../service/domain/repository/retention/apply-retention.ts'
import { previewRetention } from '../../../../../service/domain/repository/retention/preview-retention.ts'
import { runRetention } from '../../../../../service/domain/repository/retention/run-retention.ts'
import { decideRetention } from '../../../../../service/domain/policies/retention/decide-retention.ts'
import { Artifact } from '../../../../../service/store/models/artifact.ts'
import { Pin } from '../../../../../service/store/models/pin.ts'
import { PolicyRun } from '../../../../../service/store/models/policy-run.ts'
import { RetentionPolicy } from '../../../../../service/store/models/retention-policy.ts'
import { Snapshot } from '../../../../../service/store/models/snapshot.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { type BareVersion, createBareLineage } from '../../../../support/scene/rows.ts'
import { withoutCoolingOff } from '../../../../support/delays.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { seeded } from '../../../../support/random.ts'
import { type Customer, type TestService, must, startTestService } from '../../../../support/service.ts'
import { policyDependencies } from '../../../../support/system-transactions.ts'
import type { RetentionRule } from '../../../../../service/domain/policies/retention/guards.ts'

const dayMs = 24 * 3_600_000
const short: RetentionRule = { keepDays: 30, keepLast: 2 }

describe('retention', () => {
  let service: TestService
  let customer: Customer
  let parts: PolicyDependencies
  beforeEach(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    parts = policyDependencies(service.dependencies)
  })
  afterEach(() => service.close())

  const inPlatform = <T>(work: (trx: ScopedTransaction) => PromiseLike<T>) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)
  const daysAgo = (days: number) => new Date(service.dependencies.now().getTime() - days * dayMs)
  const aged = (...days: number[]): BareVersion[] => days.map((one) => ({ capturedAt: daysAgo(one) }))
  const leftOf = (artifactId: string) =>
    inPlatform((trx) => Version.query(trx).where({ artifactId }).orderBy('capturedAt')).then((rows) =>
      rows.map(({ id }) => id),
    )
  const runsOf = (tenantId: string) => inPlatform((trx) => PolicyRun.query(trx).where({ tenantId }).orderBy('id'))
  const pin = (artifactId: string, versionId: string) =>
    inPlatform(async (trx) => {
      const { tenantId, deviceId } = await Artifact.query(trx).findById(artifactId).throwIfNotFound()
      const pinned = { pinnedAt: daysAgo(0), pinnedBy: 'somebody', drifted: false }
      await Pin.query(trx).insert({ tenantId, artifactId, deviceId, versionId, ...pinned })
    })
  const audited = (action: string) => inPlatform((trx) => trx('audit').where({ action }).orderBy('id'))

  it('deletes expired versions with their snapshots, and records and audits the number', async () => {
    const device = await customer.hasDevice()
    const text = await createBareLineage(service.dependencies, device, aged(200, 100, 50, 10, 1))
    const tree = await createBareLineage(service.dependencies, device, aged(200, 100, 50), { kind: 'blob' })

    await applyRetention(parts, customer.id, short)

    expect(await leftOf(text.artifactId)).to.deep.equal(text.versionIds.slice(3))
    expect(await leftOf(tree.artifactId)).to.deep.equal(tree.versionIds.slice(1))
    expect(await inPlatform((trx) => Snapshot.query(trx).resultSize())).to.equal(2)
    const counts = { versions: 4, snapshots: 1, bytes: 400 }
    const [run] = await runsOf(customer.id)
    expect(run).to.deep.include({ kind: 'retention', outcome: 'done', counts, reason: null, dryRun: false })
    expect(run?.finishedAt).to.be.an.instanceOf(Date)
    const [record] = await audited('retention.apply')
    expect(record).to.deep.include({ tenant_id: customer.id, actor: 'service', object_id: run?.id, detail: counts })
  })

  it('records why it did nothing', async () => {
    await createBareLineage(service.dependencies, await customer.hasDevice(), aged(1))

    await applyRetention(parts, customer.id, short)

    const [run] = await runsOf(customer.id)
    expect(run).to.deep.include({
      outcome: 'nothing',
      reason: message('within_retention'),
    })
    expect(await audited('retention.apply')).to.deep.equal([])
  })

  it('retains the last good version before a suspicious or damaged latest, until a user has reviewed it', async () => {
    const device = await customer.hasDevice()
    const suspicious = { capturedAt: daysAgo(300), suspicious: [message('last_section_missing')] }
    const { artifactId, versionIds } = await createBareLineage(service.dependencies, device, [
      ...aged(400, 350),
      suspicious,
    ])
    const damaged = await createBareLineage(service.dependencies, device, aged(400, 350, 300))
    const foundAt = service.dependencies.now()
    await inPlatform((trx) =>
      trx('damaged_versions').insert({ tenant_id: customer.id, version_id: damaged.versionIds[2], found_at: foundAt }),
    )
    const one = { keepDays: 30, keepLast: 1 }

    await applyRetention(parts, customer.id, one)
    const unreviewed = await leftOf(artifactId)
    const unreadable = await leftOf(damaged.artifactId)
    await inPlatform((trx) =>
      Version.query(trx).findById(versionIds[2]!).patch({ reviewedAt: service.dependencies.now() }),
    )
    await applyRetention(parts, customer.id, one)

    expect(unreviewed).to.deep.equal(versionIds.slice(1))
    expect(unreadable).to.deep.equal(damaged.versionIds.slice(1))
    expect(await leftOf(artifactId)).to.deep.equal(versionIds.slice(2))
  })

  it('never deletes a pinned version, and the database prevents it', async () => {
    await withoutCoolingOff(service)
    const { artifactId, versionIds } = await createBareLineage(
      service.dependencies,
      await customer.hasDevice(),
      aged(400, 300, 200, 1),
    )
    const admin = await customer.as('tenant_admin')
    await pin(artifactId, versionIds[0]!)

    await applyRetention(parts, customer.id, { keepDays: 1, keepLast: 1 })
    const kept = await leftOf(artifactId)
    const removal = await failureOf(inPlatform((trx) => Version.query(trx).deleteById(versionIds[0]!)))
    await admin.delete(`/api/artifacts/${artifactId}/pin`)
    await applyRetention(parts, customer.id, { keepDays: 1, keepLast: 1 })

    expect(kept).to.deep.equal([versionIds[0], versionIds[3]])
    expect(removal.message).to.match(/violates foreign key constraint .* on table "pins"/)
    expect(await leftOf(artifactId)).to.deep.equal([versionIds[3]])
  })

  it('never deletes a golden version, and spares it for the cooling-off after it was replaced', async () => {
    const lineage = await createBareLineage(service.dependencies, await customer.hasDevice(), aged(400, 300, 200, 1))
    const { artifactId, versionIds } = lineage
    const admin = await customer.as('tenant_admin')
    const wanted = { name: 'Access', tag: 'access', version_id: versionIds[0] }
    const { id } = must(await admin.post('/api/golden-configurations', wanted), 201)

    await applyRetention(parts, customer.id, { keepDays: 1, keepLast: 1 })
    const kept = await leftOf(artifactId)
    must(await admin.patch(`/api/golden-configurations/${id}`, { version_id: versionIds[3] }), 200)
    await applyRetention(parts, customer.id, { keepDays: 1, keepLast: 1 })
    const held = await leftOf(artifactId)
    service.advance(30 * dayMs)
    await applyRetention(parts, customer.id, { keepDays: 1, keepLast: 1 })

    expect(kept).to.deep.equal([versionIds[0], versionIds[3]])
    expect(held).to.deep.equal([versionIds[0], versionIds[3]])
    expect(await leftOf(artifactId)).to.deep.equal([versionIds[3]])
  })

  it('follows the policy of each level, separately for each value', async () => {
    await withoutCoolingOff(service)
    const [device, special] = [await customer.hasDevice(), await customer.hasDevice()]
    const usual = await createBareLineage(service.dependencies, device, aged(300, 200, 100, 50, 1))
    const kept = await createBareLineage(service.dependencies, special, aged(300, 200, 100, 50, 1))
    const admin = await service.as('platform_admin')
    await admin.put('/api/retention/platform', { keep_days: 20, keep_last: 1 })
    await admin.put(`/api/retention/customer?tenant=${customer.id}`, { keep_last: 2 })
    await admin.put(`/api/retention/device?tenant=${customer.id}&device_id=${special.id}`, { keep_days: 250 })

    await runRetention(parts)

    expect(await leftOf(usual.artifactId)).to.deep.equal(usual.versionIds.slice(3))
    expect(await leftOf(kept.artifactId)).to.deep.equal(kept.versionIds.slice(1))
  })

  it('deletes what the preview and a simple model name, and nothing in a second run', async () => {
    const random = seeded(7)
    const some = (most: number) => 1 + Math.floor(random() * most)
    const lineages: {
      artifactId: string
      deviceId: string
      versions: (BareVersion & { id: string; isPinned: boolean })[]
    }[] = []
    const rules = new Map<string, RetentionRule>()
    for (let d = 0; d < 12; d++) {
      const device = await customer.hasDevice()
      if (random() < 0.5) {
        const rule = { keepDays: some(60), keepLast: random() < 0.5 ? some(6) : null }
        rules.set(device.id, rule)
        const row = { id: device.id, tenantId: customer.id, deviceId: device.id, updatedAt: daysAgo(0), ...rule }
        await inPlatform((trx) => RetentionPolicy.query(trx).insert(row))
      }
      for (let l = 0; l < 3; l++) {
        const versions = Array.from({ length: some(12) }, () => some(80))
          .toSorted((a, b) => b - a)
          .map((age) => ({
            capturedAt: daysAgo(age),
            lastSeenAt: daysAgo(Math.floor(random() * age)),
            suspicious: random() < 0.3 ? [message('last_section_missing')] : null,
          }))
        const made = await createBareLineage(service.dependencies, device, versions, {
          kind: l === 2 ? 'blob' : 'text',
        })
        const pinned = random() < 0.5 ? made.versionIds[some(versions.length) - 1]! : null
        if (pinned !== null) await pin(made.artifactId, pinned)
        const named = versions.map((version, at) => {
          const id = made.versionIds[at]!
          return { ...version, id, isPinned: id === pinned }
        })
        lineages.push({ artifactId: made.artifactId, deviceId: device.id, versions: named })
      }
    }
    const question = { tenantIds: [customer.id], deviceIds: null, platform: short, limit: 1000 }

    const preview = await previewRetention(parts.inTenant, question)
    await applyRetention(parts, customer.id, short)
    const after = await Promise.all(lineages.map(({ artifactId }) => leftOf(artifactId)))
    await applyRetention(parts, customer.id, short)
    const nothing = await previewRetention(parts.inTenant, question)

    const previewed = new Map(preview.lineages.map((loss) => [loss.artifact.id, loss.named.map(({ id }) => id)]))
    for (const [at, { artifactId, deviceId, versions }] of lineages.entries()) {
      const rule = rules.get(deviceId)
      const retention = { keepDays: rule?.keepDays ?? 30, keepLast: rule?.keepLast ?? 2 }
      const retained = versions.map((version) => ({
        ...version,
        capturedAt: version.capturedAt!,
        lastSeenAt: version.lastSeenAt!,
        isLatest: version === versions.at(-1),
        isDoubtful: version.suspicious !== null,
      }))
      const { keep, remove } = decideRetention(retained, retention, service.dependencies.now())
      expect(after[at]).to.have.members(keep.map(({ version }) => version.id))
      expect(previewed.get(artifactId) ?? []).to.deep.equal(remove.map(({ id }) => id))
    }
    const outcomes = (await runsOf(customer.id)).map(({ outcome, counts }) => [outcome, counts['versions']])
    expect(outcomes).to.deep.equal([
      ['done', preview.totals.versions],
      ['nothing', undefined],
    ])
    expect(preview.totals.versions).to.be.greaterThan(30)
    expect(nothing.totals).to.deep.equal({ lineages: 0, versions: 0, bytes: 0 })
  })

  it('that is killed at any step has recorded its work, and the next run completes it', async () => {
    await manyLineages(250)

    for (const steps of [0, 1, 2, 3]) {
      const before = await count()
      await failureOf(applyRetention({ ...parts, inTenant: diesAfter(steps) }, customer.id, short))
      const run = (await runsOf(customer.id)).at(-1)
      expect(run?.counts['versions'] ?? 0, `after ${steps} steps`).to.equal(before - (await count()))
      expect(run).to.include({ outcome: 'failed' })
    }
    await applyRetention(parts, customer.id, short)

    expect(await count()).to.equal(250 * 2)
    const removed = (await runsOf(customer.id)).map(({ counts }) => counts['versions'] ?? 0)
    expect(removed.reduce((sum, one) => sum + one)).to.equal(250)
  })

  it('that is killed leaves an unfinished record', async () => {
    const device = await customer.hasDevice()
    await createBareLineage(service.dependencies, device, aged(90, 80, 70))
    const { promise: never } = Promise.withResolvers<never>()
    const { promise: stuck, resolve } = Promise.withResolvers<void>()
    let steps = 0
    const inTenant: InTenant = (tenantId, step) => {
      if (steps++ < 2) return parts.inTenant(tenantId, step)
      resolve()
      return never
    }

    void applyRetention({ ...parts, inTenant }, customer.id, short)
    await stuck

    const [run] = await runsOf(customer.id)
    expect(run).to.deep.include({
      outcome: 'stopped',
      finishedAt: null,
      counts: { versions: 1, snapshots: 0, bytes: 100 },
    })
  })

  it('on three replicas at once deletes nothing twice', async () => {
    const device = await customer.hasDevice()
    const made = []
    for (let at = 0; at < 8; at++)
      made.push(await createBareLineage(service.dependencies, device, aged(90, 80, 70, 60, 50)))

    await Promise.all([1, 2, 3].map(() => applyRetention(parts, customer.id, short)))

    const runs = await runsOf(customer.id)
    expect(runs.reduce((sum, { counts }) => sum + (counts['versions'] ?? 0), 0)).to.equal(8 * 3)
    for (const { artifactId, versionIds } of made) expect(await leftOf(artifactId)).to.deep.equal(versionIds.slice(3))
  })

  it('waits for a commit of the same lineage, and then respects its latest version', async () => {
    const device = await customer.hasDevice()
    const { artifactId, versionIds } = await createBareLineage(service.dependencies, device, aged(90, 80))
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
    const { promise: go, resolve: release } = Promise.withResolvers<void>()
    const commit = inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, async (trx) => {
      await Artifact.query(trx).findById(artifactId).forUpdate()
      isHeld()
      await go
      await Artifact.query(trx).findById(artifactId).patch({ latestVersionId: versionIds[0]! })
    })
    await held

    const run = applyRetention(parts, customer.id, { keepDays: 1, keepLast: 1 })
    await waitsForLock()
    release()
    await Promise.all([commit, run])

    expect(await leftOf(artifactId)).to.deep.equal(versionIds)
  })

  it('of one tenant that fails does not stop others, and is recorded as failed', async () => {
    const second = await service.hasTenant()
    for (const one of [customer, second]) {
      await createBareLineage(service.dependencies, await one.hasDevice(), aged(90, 80, 70))
    }
    await inPlatform((trx) =>
      RetentionPolicy.query(trx).insert({
        id: customer.id,
        tenantId: null,
        deviceId: null,
        ...short,
        updatedAt: daysAgo(0),
      }),
    )
    const inTenant: InTenant = (tenantId, step) =>
      tenantId === customer.id ? Promise.reject(new Error('a lost disk')) : parts.inTenant(tenantId, step)

    const failed = await runRetention({ ...parts, inTenant })

    expect(failed.map(({ tenantId }) => tenantId)).to.deep.equal([customer.id])
    expect((await runsOf(customer.id))[0]).to.deep.include({ outcome: 'failed' })
    expect((await runsOf(second.id))[0]).to.deep.include({ outcome: 'done' })
  })

  it('stops after its current step when the service stops', async () => {
    await manyLineages(250)
    const ending = new AbortController()
    let steps = 0
    const inTenant: InTenant = (tenantId, step) => {
      if (++steps === 2) ending.abort()
      return parts.inTenant(tenantId, step)
    }

    await applyRetention({ ...parts, inTenant, stopping: ending.signal }, customer.id, short)

    const [run] = await runsOf(customer.id)
    expect(run).to.deep.include({ outcome: 'stopped', reason: message('service_stopping') })
    expect(run?.counts).to.include({ versions: 100 })
    expect((await audited('retention.apply'))[0].detail).to.include({ versions: 100 })
  })

  /** Adds more than one transaction processes; each loses one of three versions. */
  async function manyLineages(lineages: number) {
    const device = await customer.hasDevice()
    await createBareLineage(service.dependencies, device, [])
    await inPlatform(async (trx) => {
      await trx.raw(
        `insert into artifacts (id, tenant_id, device_id, key, transport, kind, created_at)
         select gen_random_uuid(), ?, ?, 'key ' || n, 'ssh', 'text', now() from generate_series(1, ?::int) n`,
        [customer.id, device.id, lineages],
      )
      await trx.raw(
        `insert into versions (id, tenant_id, artifact_id, device_id, job_id, captured_at, last_seen_at, fingerprint,
           normalised_fingerprint, normaliser_revision, content, size_bytes, lab_mode, host_not_compared)
         select gen_random_uuid(), a.tenant_id, a.id, a.device_id, j.id, at, at, '', '', 1, '{}', 100, false, false
         from artifacts a, jobs j, unnest(array[90, 80, 70]) days, lateral (select ?::timestamptz - days * interval '1 day' as at)
         where a.key like 'key %'`,
        [service.dependencies.now()],
      )
    })
  }

  function diesAfter(steps: number): InTenant {
    let done = 0
    return (tenantId, step) =>
      done++ < steps ? parts.inTenant(tenantId, step) : Promise.reject(new Error('killed here'))
  }

  const count = () => inPlatform((trx) => Version.query(trx).resultSize())

  async function waitsForLock(): Promise<void> {
    for (;;) {
      const { rows } = await service.db.owner.raw('select from pg_locks where not granted')
      if (rows.length > 0) return
    }
  }
})
