import { randomUUIDv7 } from 'node:crypto'
import { type DryRunOrder, neededDryRunFormat } from '../../../../../shared/agent-protocol/dry-run.ts'
import { compileStored, documentFormat } from '../../../../../shared/platforms/stored-platform.ts'
import { Device } from '../../../../store/models/device.ts'
import { DryRunRow } from '../../../../store/models/dry-run.ts'
import { Job } from '../../../../store/models/job.ts'
import type { Notifier } from '../../../../store/pg-notify.ts'
import { violatedConstraint } from '../../../../store/violated-constraint.ts'
import { findDocumentVersion, findVisibleDocument } from '../../../inventory/platforms/document-view.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../../kernel/context.ts'
import { DomainError, notFound } from '../../../kernel/domain-error.ts'
import { requireKeys } from '../../../kernel/require-keys.ts'
import { approvedTransports } from '../../approved-transports.ts'
import { findOnlineAgents, type OnlineAgent } from '../../online-agents.ts'
import { type Run, getRun } from '../../runs.ts'
import { outOfService } from '../../trigger-backups.ts'

export interface DryRunInput extends DryRunOrder {
  documentId: string
  deviceId: string
  /** The number of a version; null: the latest. */
  version: number | null
}

/** Dry runs of a device that have not ended. Each may occupy the device for minutes. */
const waitingLimit = 3

/**
 * Queues a dry run of a version of a platform document on a device. It may be queued beside a backup, but never runs at the
 * same time.
 * @throws DomainError not_found; keys_destroyed; 409 for a device out of service, `no_agent` if no agent that can reach it is
 *   online, dry_run_agent_outdated, dry_run_destination_unapproved, dry_runs_waiting
 */
export async function requestDryRun(context: TenantContext, input: DryRunInput, signals: Notifier): Promise<Run> {
  const { trx, tenantId, now } = context
  await requireKeys(context)
  const document = await findVisibleDocument(context, input.documentId)
  const { number, document: values } = await findDocumentVersion(
    context,
    document,
    input.version ?? document.latestVersion,
  )
  const device = await Device.query(trx).findById(input.deviceId)
  if (!device) throw notFound()
  if (!device.enabled || device.decommissionedAt) throw outOfService(device)
  const platform = compileStored(values)
  const approved = approvedTransports(platform, device)
  if (input.proposes ? !approved.includes('ssh') : approved.length === 0) {
    const { transports } = platform
    throw new DomainError('dry_run_destination_unapproved', { platform: platform.id, device: device.name, transports })
  }
  await requireAgent(context, device, neededDryRunFormat[input.proposes ? 'propose' : 'try'])
  await requireShortQueue(context, device)
  const jobId = randomUUIDv7()
  await Job.query(trx).insert({
    id: jobId,
    tenantId,
    deviceId: device.id,
    kind: 'dry_run',
    trigger: 'manual',
    requestedBy: context.actor.name,
    status: 'queued',
    queuedAt: now,
    notBefore: now,
    platformVersion: number,
  })
  const { readings, intervalSeconds, proposes } = input
  const tried = { documentId: document.id, version: number, readings, intervalSeconds, proposes }
  try {
    await DryRunRow.query(trx).insert({ tenantId, jobId, ...tried })
  } catch (error) {
    if (violatedConstraint(error)?.kind === 'foreign_key') throw notFound() // deleted since it was read
    throw error
  }
  const detail = {
    platform: document.platform,
    version: number,
    device_id: device.id,
    run_id: jobId,
    readings,
    proposes,
  }
  await recordAudit(context, 'platform.try', { kind: 'platform_document', id: document.id, tenantId, detail })
  await signals.notify(trx, 'jobs', tenantId)
  return getRun(context, jobId)
}

/** @throws DomainError no_agent, dry_run_agent_outdated */
async function requireAgent(context: TenantContext, { id, name }: Device, format: number): Promise<void> {
  const agents = await findOnlineAgents(context, id)
  if (agents.length === 0) throw new DomainError('no_agent', { device: name })
  const canTry = (agent: OnlineAgent) => agent.documentFormat >= documentFormat && agent.dryRunFormat >= format
  if (!agents.some(canTry)) throw new DomainError('dry_run_agent_outdated', { device: name })
}

/** Locks the device, so that two requests do not exceed the limit together. @throws DomainError dry_runs_waiting */
async function requireShortQueue({ trx, tenantId }: TenantContext, { id, name }: Device): Promise<void> {
  await trx.raw('select from devices where tenant_id = ? and id = ? for no key update', [tenantId, id])
  const waiting = await Job.query(trx).where({ tenantId, deviceId: id, kind: 'dry_run', finishedAt: null }).resultSize()
  if (waiting >= waitingLimit) throw new DomainError('dry_runs_waiting', { device: name, limit: waitingLimit })
}
