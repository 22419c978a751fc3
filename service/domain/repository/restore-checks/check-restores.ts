import { message } from '../../../../shared/messages/message.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { readRows } from '../../../store/read-rows.ts'
import { Version } from '../../../store/models/version.ts'
import { findPlatform } from '../../inventory/platforms/find-platform.ts'
import type { MaintenanceReason, MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { acquireNightlyLease, type NightlyLease } from '../../kernel/nightly-lease.ts'
import type { InTenant } from '../../policies/policy-dependencies.ts'
import type { IntegrityDependencies } from '../integrity/integrity-dependencies.ts'
import { createReadingPace, quotaOfTonight } from '../integrity/nightly-quota.ts'
import { stopReason } from '../integrity/stop-reason.ts'
import { type CheckedVersion, checkVersion } from './check-version.ts'
import { recordRestoreCheck } from './record-restore-check.ts'

export interface RestoreCheckDependencies extends IntegrityDependencies {
  inTenant: InTenant
  chunkReader: (tenantId: string) => ChunkReader
  signal: AbortSignal
}

/** Results of a night, or those so far. */
interface RestoreCheckCounts extends Record<string, number> {
  versions: number
  bytes: number
  restorable: number
  incomplete: number
  damaged: number
  /** Versions whose check failed with an error. */
  failed: number
}

/**
 * Checks tonight's sample of one tenant: the latest version of lineages, the least recently checked first, so that each lineage is checked once within the period.
 * A quarter is for lineages that may be restorable again. Each result is stored at once, so an interrupted night is continued.
 */
export async function checkRestores(
  dependencies: RestoreCheckDependencies,
  { tenantId }: { tenantId: string },
): Promise<MaintenanceResult> {
  const lease = await acquireNightlyLease(dependencies, tenantId, 'restore_check_leases')
  if (!lease) return { outcome: 'nothing', reason: message('check_done_elsewhere') }
  const counts: RestoreCheckCounts = { versions: 0, bytes: 0, restorable: 0, incomplete: 0, damaged: 0, failed: 0 }
  const renewal = keepLease(lease)
  const signal = AbortSignal.any([dependencies.signal, renewal.lost])
  let isDone = false
  try {
    const sample = await chooseSample(dependencies, tenantId)
    const bytes = sample.reduce((sum, { size }) => sum + size, 0)
    const pace = createReadingPace(bytes, dependencies.pause)
    for (const { id, size } of sample) {
      signal.throwIfAborted()
      if (!(await checkOne({ ...dependencies, signal }, { tenantId, id }, counts))) continue
      counts.bytes += size
      await pace(size)
    }
    isDone = true
    if (counts.versions > 0) return { outcome: 'done', counts }
    return { outcome: 'nothing', reason: message('nothing_to_check'), counts }
  } catch (error) {
    const reason = reasonToStop(dependencies.signal, renewal.lost) ?? stopReason(error)
    if (!reason) throw error
    return { outcome: 'stopped', reason, counts }
  } finally {
    renewal.end()
    await lease.release(isDone)
  }
}

function reasonToStop(stopping: AbortSignal, lost: AbortSignal): MaintenanceReason | null {
  if (stopping.aborted) return message('service_stopping')
  return lost.aborted ? message('taken_over') : null
}

/** Interval between two renewals of the lease, in milliseconds: reading a large tree takes longer than a lease lasts. */
const renewEveryMs = 2 * 60_000

/** Renews the lease until `end`; `lost` aborts if another replica took it over. */
function keepLease(lease: NightlyLease): { lost: AbortSignal; end: () => void } {
  const lost = new AbortController()
  const timer = setInterval(() => {
    lease.renew().then(
      (isHeld) => isHeld || lost.abort(),
      () => undefined, // the next renewal or statement reports a database that does not answer
    )
  }, renewEveryMs)
  return { lost: lost.signal, end: () => clearInterval(timer) }
}

interface Sampled {
  id: string
  size: number
}

async function chooseSample({ inTenant, periodDays }: RestoreCheckDependencies, tenantId: string): Promise<Sampled[]> {
  return inTenant(tenantId, async ({ trx, now }) => {
    const late = new Date(now.getTime() - periodDays * 24 * 3_600_000)
    const { rows } = await trx.raw<{ rows: { total: number; overdue: number; bytes: number }[] }>(
      `select count(*)::int as total, coalesce(sum(size_bytes), 0)::float8 as bytes,
         count(*) filter (where coalesce(checked_at, 'epoch') < :late)::int as overdue
       from (${latestVersions}) latest`,
      { tenantId, late },
    )
    const { total, overdue, bytes } = rows[0] ?? { total: 0, overdue: 0, bytes: 0 }
    const quota = quotaOfTonight({ total, overdue }, periodDays)
    const byteQuota = quotaOfTonight({ total: bytes, overdue: bytes }, periodDays)
    const choose = async (condition: string, limit: number) => {
      const sample = await trx.raw<{ rows: Sampled[] }>(
        `select id, size_bytes::float8 as size from (${latestVersions}) latest where ${condition}
         order by checked_at nulls first, captured_at desc, id limit :limit`,
        { tenantId, limit },
      )
      return sample.rows
    }
    const repaired = upToBytes(await choose('may_be_repaired', Math.ceil(quota / 4)), byteQuota / 4)
    const chosen = new Set(repaired.map(({ id }) => id))
    const [first, ...others] = (await choose('true', quota)).filter(({ id }) => !chosen.has(id))
    return [...repaired, ...(first ? [first, ...upToBytes(others, byteQuota - first.size)] : [])]
  })
}

/** Returns the first versions that fit a size: a night must not get all large trees. */
function upToBytes(versions: Sampled[], limit: number): Sampled[] {
  let bytes = 0
  return versions.filter(({ size }) => (bytes += size) <= limit)
}

/**
 * The latest version of each lineage, with the time of the last check of any of its versions. The lineage may be
 * restorable again if damage was found, or if the version that failed is no longer the latest.
 */
const latestVersions = `
  select v.id, v.size_bytes, v.captured_at, c.checked_at,
    coalesce(c.outcome = 'damaged' or c.outcome = 'incomplete' and c.version_id <> v.id, false) as may_be_repaired
  from artifacts a
  join versions v on v.tenant_id = a.tenant_id and v.id = a.latest_version_id
  left join lateral (
    select checked_at, outcome, version_id from restore_checks
    where tenant_id = a.tenant_id and artifact_id = a.id order by checked_at desc limit 1) c on true
  where a.tenant_id = :tenantId`

class SampledVersion extends Version {
  declare key: string
  declare transport: 'ssh' | 'api'
  declare platform: string
  declare options: Record<string, unknown>
  /** Whether the device or its platform document changed after the version was last seen: its checks may have changed. */
  declare isOutdated: boolean
}

/** Returns false if the version was deleted in the meantime. */
async function checkOne(
  dependencies: RestoreCheckDependencies,
  { tenantId, id }: { tenantId: string; id: string },
  counts: RestoreCheckCounts,
): Promise<boolean> {
  const { inTenant, chunkReader, signal, now, alarm } = dependencies
  const found = await inTenant(tenantId, async ({ trx }) => {
    const [version] = await readRows(
      trx,
      SampledVersion,
      `select v.*, a.key, a.transport, d.platform, d.options,
         d.updated_at > v.last_seen_at or exists (
           select from platform_documents p
           where p.platform = d.platform and (p.tenant_id = d.tenant_id or p.tenant_id is null)
             and p.updated_at > v.last_seen_at) as is_outdated
       from versions v
       join artifacts a on a.tenant_id = v.tenant_id and a.id = v.artifact_id
       join devices d on d.tenant_id = v.tenant_id and d.id = v.device_id
       where v.tenant_id = ? and v.id = ?`,
      [tenantId, id],
    )
    return version && { version, platform: await findPlatform(trx, { tenantId, platform: version.platform }) }
  })
  if (!found) return false
  const { version } = found
  const platform = version.isOutdated ? undefined : found.platform
  counts.versions++
  try {
    const checked: CheckedVersion = { ...version, platform }
    const result = await checkVersion(chunkReader(tenantId), checked, { now: now(), signal })
    await inTenant(tenantId, (context) => recordRestoreCheck({ ...context, tenantId }, version, result))
    counts[result.outcome] = (counts[result.outcome] ?? 0) + 1
  } catch (error) {
    if (signal.aborted || stopReason(error)) throw error
    counts.failed++ // must not keep the other versions from being checked
    alarm('restore check failed', { tenantId, versionId: id, error: String(error) })
  }
  return true
}
