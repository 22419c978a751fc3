import { message } from '../../../../shared/messages/message.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { readRows } from '../../../store/read-rows.ts'
import { Version } from '../../../store/models/version.ts'
import { findPlatform } from '../../inventory/platforms/find-platform.ts'
import type { MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { acquireNightlyLease, type NightlyLease } from '../../kernel/nightly-lease.ts'
import type { InTenant } from '../../policies/policy-dependencies.ts'
import { CheckStopped, type IntegrityDependencies, throwIfStopped } from '../integrity/integrity-dependencies.ts'
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
}

/**
 * Checks tonight's sample of one tenant: the latest version of lineages, the least recently checked first, so that each
 * lineage is checked once within the period. Each result is stored at once, so an interrupted night is continued.
 */
export async function checkRestores(
  dependencies: RestoreCheckDependencies,
  { tenantId }: { tenantId: string },
): Promise<MaintenanceResult> {
  const lease = await acquireNightlyLease(dependencies, tenantId, 'restore_check_leases')
  if (!lease) return { outcome: 'nothing', reason: message('check_done_elsewhere') }
  const counts: RestoreCheckCounts = { versions: 0, bytes: 0, restorable: 0, incomplete: 0, damaged: 0 }
  let isDone = false
  try {
    const sample = await chooseSample(dependencies, tenantId)
    const bytes = sample.reduce((sum, { size }) => sum + size, 0)
    const pace = createReadingPace(bytes, dependencies.pause)
    for (const { id, size } of sample) {
      if (!(await checkOne(dependencies, lease, { tenantId, id }, counts))) continue
      counts.bytes += size
      await pace(size)
    }
    isDone = true
    if (counts.versions > 0) return { outcome: 'done', counts }
    return { outcome: 'nothing', reason: message('nothing_to_check'), counts }
  } catch (error) {
    const reason = dependencies.signal.aborted ? message('service_stopping') : stopReason(error)
    if (!reason) throw error
    return { outcome: 'stopped', reason, counts }
  } finally {
    await lease.release(isDone)
  }
}

interface Sampled {
  id: string
  size: number
}

async function chooseSample({ inTenant, periodDays }: RestoreCheckDependencies, tenantId: string): Promise<Sampled[]> {
  return inTenant(tenantId, async ({ trx, now }) => {
    const late = new Date(now.getTime() - periodDays * 24 * 3_600_000)
    const { rows } = await trx.raw<{ rows: { total: number; overdue: number }[] }>(
      `select count(*)::int as total, count(*) filter (where coalesce(checked_at, 'epoch') < :late)::int as overdue
       from (${latestVersions}) latest`,
      { tenantId, late },
    )
    const limit = quotaOfTonight(rows[0] ?? { total: 0, overdue: 0 }, periodDays)
    const sample = await trx.raw<{ rows: Sampled[] }>(
      `select id, size_bytes::float8 as size from (${latestVersions}) latest
       order by checked_at nulls first, captured_at desc, id limit :limit`,
      { tenantId, limit },
    )
    return sample.rows
  })
}

/** The latest version of each lineage, with the time of the last check of any of its versions. */
const latestVersions = `
  select v.id, v.size_bytes, v.captured_at, c.checked_at
  from artifacts a
  join versions v on v.tenant_id = a.tenant_id and v.id = a.latest_version_id
  left join lateral (
    select checked_at from restore_checks
    where tenant_id = a.tenant_id and artifact_id = a.id order by checked_at desc limit 1) c on true
  where a.tenant_id = :tenantId`

class SampledVersion extends Version {
  declare key: string
  declare transport: 'ssh' | 'api'
  declare platform: string
  declare options: Record<string, unknown>
}

/** Returns false if the version was deleted in the meantime. */
async function checkOne(
  dependencies: RestoreCheckDependencies,
  lease: NightlyLease,
  { tenantId, id }: { tenantId: string; id: string },
  counts: RestoreCheckCounts,
): Promise<boolean> {
  throwIfStopped(dependencies)
  if (!(await lease.renew())) throw new CheckStopped(message('taken_over'))
  const { inTenant, chunkReader, signal, now } = dependencies
  const found = await inTenant(tenantId, async ({ trx }) => {
    const [version] = await readRows(
      trx,
      SampledVersion,
      `select v.*, a.key, a.transport, d.platform, d.options from versions v
       join artifacts a on a.tenant_id = v.tenant_id and a.id = v.artifact_id
       join devices d on d.tenant_id = v.tenant_id and d.id = v.device_id
       where v.tenant_id = ? and v.id = ?`,
      [tenantId, id],
    )
    return version && { version, platform: await findPlatform(trx, { tenantId, platform: version.platform }) }
  })
  if (!found) return false
  const { version } = found
  const checked: CheckedVersion = { ...version, platform: found.platform, options: version.options }
  const result = await checkVersion(chunkReader(tenantId), checked, { now: now(), signal })
  await inTenant(tenantId, (context) => recordRestoreCheck({ ...context, tenantId }, version, result))
  counts.versions++
  counts[result.outcome] = (counts[result.outcome] ?? 0) + 1
  return true
}
