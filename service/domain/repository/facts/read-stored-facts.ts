import { message } from '../../../../shared/messages/message.ts'
import { type ArtifactFacts, artifactFacts } from '../../../../shared/platforms/extract-facts.ts'
import type { Platform } from '../../../../shared/platforms/platform.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { type Keyring, keysUnlessDestroyed } from '../../../keys/keyring.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { Version } from '../../../store/models/version.ts'
import { readRows } from '../../../store/read-rows.ts'
import { findPlatform } from '../../inventory/platforms/find-platform.ts'
import type { RunInSystemTransaction } from '../../kernel/context.ts'
import type { MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { reasonOfFailure } from '../../kernel/maintenance-tasks/recording-failure.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import type { InTenant } from '../../policies/policy-dependencies.ts'
import { isDamage } from '../chunks/backup-damaged.ts'
import { contentRefs } from '../content/content-refs.ts'
import { readWhole } from '../versions/renormalise.ts'
import { openMetadata } from '../versions/version-metadata.ts'
import { type VersionFacts, buildHistory } from './build-history.ts'
import { moveFactScan, replaceHistory } from './replace-history.ts'

export interface StoredFactsDependencies {
  runInSystemTransaction: RunInSystemTransaction
  inTenant: InTenant
  keys: Keyring
  chunkReader: (tenantId: string) => ChunkReader
  stopping: AbortSignal
  warn(line: string, facts: Record<string, unknown>): void
}

interface FactCounts extends Record<string, number> {
  devices: number
  /** Texts that were read. */
  texts: number
  /** Texts that cannot be read. */
  unreadable: number
}

/** Larger texts are not read: they are configurations, and other texts contain the same facts. */
const maxTextBytes = 64 * 1024 * 1024

/**
 * Reads the facts of devices from stored versions. `fact_scans` has a row for each tenant that is not finished, with the
 * last device. A device and this row are written in one transaction, so the task can be interrupted at any point and
 * can run twice. An error in one tenant does not stop the others.
 */
export async function readStoredFacts(dependencies: StoredFactsDependencies): Promise<MaintenanceResult> {
  const { runInSystemTransaction, keys, stopping, warn } = dependencies
  return runRecorded(runInSystemTransaction, { tenantId: null, kind: 'facts' }, async ({ note }) => {
    const counts: FactCounts = { devices: 0, texts: 0, unreadable: 0 }
    const failures: unknown[] = []
    const tenants = await runInSystemTransaction(({ trx }) => trx('fact_scans').orderBy('tenant_id').pluck('tenant_id'))
    if (tenants.length === 0) return { outcome: 'nothing', reason: message('no_facts_to_read') }
    for (const tenantId of tenants as string[]) {
      if (stopping.aborted) break
      try {
        const tenantKeys = await keysUnlessDestroyed(keys, tenantId)
        if (tenantKeys) await readTenant(dependencies, tenantKeys, counts)
        else await runInSystemTransaction(({ trx }) => trx('fact_scans').where({ tenant_id: tenantId }).delete())
      } catch (error) {
        failures.push(error)
        warn('facts of stored versions were not read', { tenantId, error: String(error) })
      }
      await runInSystemTransaction((context) => note(context, counts))
    }
    if (stopping.aborted) return { outcome: 'stopped', reason: message('service_stopping'), counts }
    if (failures.length > 0) return { outcome: 'failed', reason: reasonOfFailure(failures[0]), counts }
    return { outcome: 'done', counts }
  })
}

async function readTenant(dependencies: StoredFactsDependencies, keys: TenantKeys, counts: FactCounts): Promise<void> {
  const { inTenant, stopping, warn } = dependencies
  const { tenantId } = keys
  while (!stopping.aborted) {
    const next = await inTenant(tenantId, async ({ trx }) => {
      const { rows } = await trx.raw<{ rows: { id: string | null; platform: string; after_id: string }[] }>(
        `select d.id, d.platform, s.after_id from fact_scans s left join lateral (
           select id, platform from devices where tenant_id = s.tenant_id and id > s.after_id and has_history
           order by id limit 1) d on true
         where s.tenant_id = ?`,
        [tenantId],
      )
      const [row] = rows
      const isFinished = row?.id === null
      // A rebuild that resets the row in the meantime starts the scan again.
      const deleted = isFinished
        ? await trx('fact_scans').where({ tenant_id: tenantId, after_id: row.after_id }).delete()
        : 0
      return deleted > 0 ? undefined : row
    })
    if (!next) return
    if (next.id === null) continue
    const device = { id: next.id, platform: next.platform, afterId: next.after_id }
    const isRead = await readDevice(dependencies, keys, device, counts)
    if (isRead) counts.devices++
    else if (!stopping.aborted) {
      warn('facts of a device were not read: it was backed up during each attempt', { deviceId: device.id })
      await inTenant(tenantId, (context) => moveFactScan({ ...context, tenantId }, device))
    }
  }
}

/** Attempts for a device that is backed up while its versions are read. */
const attempts = 5

/** Returns whether the device was read. */
async function readDevice(
  dependencies: StoredFactsDependencies,
  keys: TenantKeys,
  { id, platform: platformId, afterId }: { id: string; platform: string; afterId: string },
  counts: FactCounts,
): Promise<boolean> {
  const { inTenant, stopping } = dependencies
  const { tenantId } = keys
  for (let attempt = 1; attempt <= attempts && !stopping.aborted; attempt++) {
    const { versions, platform } = await inTenant(tenantId, async ({ trx }) => ({
      versions: await readRows(trx, StoredVersion, versionsSql, [tenantId, id]),
      platform: await findPlatform(trx, { tenantId, platform: platformId }),
    }))
    const found: VersionFacts[] = []
    for (const version of versions) {
      if (stopping.aborted) return false
      found.push({
        ...version,
        facts: platform ? await readFacts(dependencies, keys, platform, version, counts) : null,
      })
    }
    const history = buildHistory(id, found)
    const read = { latest: versions.at(-1)?.id ?? null, earliest: versions[0]?.capturedAt ?? null, afterId }
    if (await inTenant(tenantId, ({ trx }) => replaceHistory({ trx, tenantId }, id, history, read))) return true
  }
  return false
}

class StoredVersion extends Version {
  declare key: string
}

const versionsSql = `select v.*, a.key from artifacts a
  join versions v on v.tenant_id = a.tenant_id and v.artifact_id = a.id
  where a.tenant_id = ? and a.device_id = ? and a.kind = 'text' order by v.captured_at, v.id`

/** A suspicious text may lack a part, so its facts are not used, as during a commit. */
async function readFacts(
  { chunkReader }: StoredFactsDependencies,
  keys: TenantKeys,
  platform: Platform,
  version: StoredVersion,
  counts: FactCounts,
): Promise<ArtifactFacts | null> {
  if (version.suspicious) return null
  try {
    const text = platform.facts?.[version.key] ? await readText(chunkReader(keys.tenantId), version, counts) : ''
    return artifactFacts(platform, version.key, text, openMetadata(keys, version))
  } catch (error) {
    if (!isDamage(error)) throw error
    counts.unreadable++
    return null
  }
}

async function readText(reader: ChunkReader, { content }: Version, counts: FactCounts): Promise<string> {
  const { bytes } = contentRefs(content)
  if (!bytes || bytes.size > maxTextBytes) return ''
  counts.texts++
  return (await readWhole(reader, bytes)).toString('latin1')
}
