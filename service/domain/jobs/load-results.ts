import { Device } from '../../store/models/device.ts'
import type { Job } from '../../store/models/job.ts'
import { readRows } from '../../store/read-rows.ts'
import { readPlatforms } from '../inventory/platforms/find-platform.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError } from '../kernel/domain-error.ts'
import { findStalePins } from '../repository/pins/renormalise-pins.ts'
import type { ReceivedResult, LockedResult, ReadyResult, ResultAnswer, ResultEnd, LoadedResult } from './job-results.ts'
import { readLineages } from './read-lineages.ts'
import { leaseLost, lockLeasedJobs } from './lease-state.ts'

/**
 * Locks the jobs of results and loads their devices and lineages. The number of statements does not depend on the
 * number of results.
 */
export async function loadResults(
  context: TenantContext,
  given: readonly ReceivedResult[],
): Promise<Map<ReceivedResult, LoadedResult | ResultEnd>> {
  const locked = await lockResults(context, given)
  const wanted = [...locked.values()].filter((one) => 'job' in one)
  const devices = await readDevices(context, wanted)
  const lineages = await readLineages(context, [...devices.keys()])
  const ids = [...devices.values()].map(({ platform }) => platform)
  const platforms = await readPlatforms(context.trx, context.tenantId, ids)
  const stalePins = await findStalePins(context, [...devices.values()], platforms)
  const loaded = new Map<ReceivedResult, LoadedResult | ResultEnd>()
  for (const [one, found] of locked) {
    if (!('job' in found)) {
      loaded.set(one, found)
      continue
    }
    const device = deviceOf(devices, found.job)
    loaded.set(one, {
      kind: 'loaded',
      ...found,
      device,
      platform: platforms(device.platform),
      lineages: lineages.get(device.id) ?? new Map(),
      stalePins: stalePins.get(device.id) ?? [],
      now: context.now,
    })
  }
  return loaded
}

/** Locks the jobs again in the transaction that commits. Returns the results that are still to be written, with current rows. */
export async function reloadResults(
  context: TenantContext,
  results: readonly ReadyResult[],
): Promise<{ ready: ReadyResult[]; ends: Map<ReceivedResult, ResultEnd> }> {
  const locked = await lockResults(
    context,
    results.map(({ given }) => given),
  )
  const devices = await readDevices(
    context,
    [...locked.values()].filter((one) => 'job' in one),
  )
  const ready: ReadyResult[] = []
  const ends = new Map<ReceivedResult, ResultEnd>()
  for (const result of results) {
    const found = locked.get(result.given)
    if (!found) continue
    if ('job' in found) ready.push({ ...result, ...found, device: deviceOf(devices, found.job) })
    else ends.set(result.given, found)
  }
  return { ready, ends }
}

/** Locks first, then reads stored answers: the same result may be committing in another transaction. */
async function lockResults(
  context: TenantContext,
  given: readonly ReceivedResult[],
): Promise<Map<ReceivedResult, LockedResult | ResultEnd>> {
  const claimed = await lockLeasedJobs(
    context,
    given.map(({ claim }) => claim),
  )
  const stored = await readStored(context, given)
  const locked = new Map<ReceivedResult, LockedResult | ResultEnd>()
  for (const [at, one] of given.entries()) {
    const { job = null, leaseState } = claimed[at] ?? { leaseState: 'lost' }
    const known = stored.get(`${one.claim.jobId} ${one.claim.leaseId}`)
    if (known?.bodyHash.equals(one.bodyHash)) {
      locked.set(one, { kind: 'answered', answer: known.answer, isNew: false })
    } else if (known) {
      await recordAudit(context, 'backup.result_mismatch', {
        kind: 'run',
        id: one.claim.jobId,
        outcome: 'refused',
        ...(one.origin && { origin: one.origin }),
      })
      locked.set(one, { kind: 'rejected', error: new DomainError('result_mismatch') })
    } else if (!job || leaseState === 'lost') locked.set(one, { kind: 'rejected', error: leaseLost() })
    else locked.set(one, { given: one, job, leaseState })
  }
  return locked
}

/** Returns the stored answers of results by job and lease. */
async function readStored(
  { trx, tenantId }: TenantContext,
  given: readonly ReceivedResult[],
): Promise<Map<string, { bodyHash: Buffer; answer: ResultAnswer }>> {
  const { rows } = await trx.raw<{ rows: StoredRow[] }>(
    `select r.job_id, r.lease_id, r.body_hash, r.answer
     from unnest(?::uuid[], ?::uuid[]) as w (job_id, lease_id)
     join job_results r on r.tenant_id = ? and r.job_id = w.job_id and r.lease_id = w.lease_id`,
    [given.map(({ claim }) => claim.jobId), given.map(({ claim }) => claim.leaseId), tenantId],
  )
  return new Map(rows.map((row) => [`${row.job_id} ${row.lease_id}`, { bodyHash: row.body_hash, answer: row.answer }]))
}

interface StoredRow {
  job_id: string
  lease_id: string
  body_hash: Buffer
  answer: ResultAnswer
}

async function readDevices(
  { trx, tenantId }: TenantContext,
  results: readonly LockedResult[],
): Promise<Map<string, Device>> {
  if (results.length === 0) return new Map()
  const ids = [...new Set(results.map(({ job }) => job.deviceId))]
  const sql = 'select * from devices where tenant_id = ? and id = any(?::uuid[])'
  const devices = await readRows(trx, Device, sql, [tenantId, ids])
  return new Map(devices.map((device) => [device.id, device]))
}

function deviceOf(devices: ReadonlyMap<string, Device>, { id, deviceId }: Job): Device {
  const device = devices.get(deviceId)
  if (!device) throw new Error(`the device of job ${id} is gone`)
  return device
}
