import { randomUUIDv7 } from 'node:crypto'
import type { FieldErrorCode } from '../../../../../shared/messages/codes.ts'
import { type Message, type MessageOf, message } from '../../../../../shared/messages/message.ts'
import { readContent } from '../../../../../shared/repository/content.ts'
import { Fingerprint } from '../../../../store/models/fingerprint.ts'
import { Job } from '../../../../store/models/job.ts'
import { Tenant } from '../../../../store/models/tenant.ts'
import type { Notifier } from '../../../../store/pg-notify.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../../kernel/context.ts'
import { outOfService } from '../../trigger-backups.ts'
import { type Run, getRun } from '../../runs.ts'
import type { RestorePolicy } from '../../../policies/restore/effective-restore.ts'
import { type ContentContext, readWhole } from '../../../repository/content/content-context.ts'
import { DomainError, invalidField, invalidFields } from '../../../kernel/domain-error.ts'
import { requireApproval } from '../../../approvals/require-approval.ts'
import { requireKeys } from '../../../kernel/require-keys.ts'
import { contentRefs } from '../../../repository/content/content-refs.ts'
import { type FoundVersion, findVersion, nameVersion } from '../../../repository/versions/find-version.ts'
import { whyNotRestorable } from './eligibility.ts'
import { findLiveRestore } from '../../../inventory/devices/live-restore.ts'
import { deniedRestore, denialOf } from './policy-denial.ts'

/** The phrase that the user has to type: the command that replaces the whole configuration. */
export const restorePhrase = 'LOAD OVERRIDE'

const defaultMinutes = 10

export interface RestoreInput {
  versionId: string
  confirm: string
  confirmMinutes?: number
}

/** What a request is checked against, besides the rows. */
export interface RestoreDependencies {
  reading: Pick<ContentContext, 'inTransaction' | 'repository' | 'workers' | 'log'>
  signals: Notifier
  /** The policy of the platform's level. */
  platformPolicy: RestorePolicy | null
}

/**
 * Runs `work`, which queues the restore, in its transaction, at most once for each request. The result is the response
 * of the request.
 */
export type Queueing<Answer> = (context: ActionContext, queue: () => Promise<Run>) => Promise<Answer>

/**
 * Queues a restore of this version to its device. The text is read and checked: a text that lacks parts would delete
 * them. A denial by a policy, or because of the version, is recorded like a restore.
 * @throws DomainError 403 with the level that denies; 404; 422 for another phrase, and for a version that cannot be
 *   restored, with the reason; 409 for a decommissioned device, and while another restore of it is pending
 */
export async function requestRestore<Answer>(
  dependencies: RestoreDependencies,
  input: RestoreInput,
  queueing: Queueing<Answer>,
): Promise<Answer> {
  const { reading: contentContext } = dependencies
  try {
    const found = await contentContext.inTransaction((context) => checkRestorable(context, dependencies, input))
    await refuseIncomplete(contentContext, found)
    return await contentContext.inTransaction((context) =>
      queueing(context, () => queue(context as TenantContext, dependencies, input)),
    )
  } catch (error) {
    if (error instanceof DomainError && error.status !== 404) {
      await contentContext.inTransaction((context) => recordRefusal(context, input, error))
    }
    throw error
  }
}

/** Reads all rows that the decision needs, without locks. */
async function checkRestorable(
  context: ActionContext,
  { platformPolicy }: RestoreDependencies,
  input: RestoreInput,
): Promise<FoundVersion> {
  const found = await findVersion(context, input.versionId)
  const tenant = await Tenant.query(context.trx).findById(found.device.tenantId).throwIfNotFound()
  const denial = denialOf(platformPolicy, tenant, found.device)
  if (denial) throw deniedRestore(denial)
  if (input.confirm !== restorePhrase) throw invalidField('confirm', 'must_equal', { value: restorePhrase })
  const why = whyNotRestorable(found)
  if (why) throw notRestorable(why)
  return found
}

async function refuseIncomplete(contentContext: RestoreDependencies['reading'], { version, device }: FoundVersion) {
  const { bytes: content } = contentRefs(version.content)
  if (!content) throw notRestorable(message('restore_not_text'))
  const reader = contentContext.repository.chunkReader(version.tenantId)
  const why = await readWhole(contentContext, nameVersion(version), async () => {
    const text = Buffer.concat(await Array.fromAsync(readContent(reader, content)))
    return contentContext.workers.run('whyIncomplete', { platform: device.platform, options: device.options, text })
  })
  if (why) throw notRestorable(why)
}

/** Requests for one device are serialised by its row. Permissions are checked again after the lock. */
async function queue(context: TenantContext, dependencies: RestoreDependencies, input: RestoreInput): Promise<Run> {
  const { trx, now } = context
  await requireKeys(context)
  const found = await checkRestorable(context, dependencies, input)
  const { device, version } = found
  await device.$query(trx).forUpdate()
  if (!device.enabled || device.decommissionedAt) throw outOfService(device)
  const live = await findLiveRestore(context, device.id)
  if (live) throw new DomainError('restore_under_way', { status: live.status })
  await requireApproval(context, 'restore')
  const id = randomUUIDv7()
  const { tenantId } = device
  // earlier restores are not checked any more, and their late results are rejected
  await Job.query(trx)
    .where({ tenantId, deviceId: device.id, kind: 'restore' })
    .whereIn('status', ['unknown', 'reverted'])
    .where((open) => open.whereNotNull('checkAt').orWhereNotNull('heldUntil').orWhere({ errorCode: 'agent_lost' }))
    .patch({ checkAt: null, heldUntil: null, errorCode: 'restore_unknown' })
  await Job.query(trx).insert({
    id,
    tenantId,
    deviceId: device.id,
    kind: 'restore',
    trigger: 'manual',
    requestedBy: context.actor.name,
    status: 'queued',
    queuedAt: now,
    notBefore: now,
    versionId: version.id,
    confirmMinutes: input.confirmMinutes ?? defaultMinutes,
  })
  const hostKeys = await Fingerprint.query(trx)
    .where({ tenantId, deviceId: device.id, kind: 'ssh_host_key', status: 'approved', host: device.hostname })
    .select('fingerprint')
  const detail = {
    run_id: id,
    device_id: device.id,
    device: device.name,
    captured_at: version.capturedAt.toISOString(),
    fingerprint: version.fingerprint,
    host_keys: hostKeys.map(({ fingerprint }) => fingerprint),
    confirm_minutes: input.confirmMinutes ?? defaultMinutes,
  }
  await recordAudit(context, 'restore.request', { kind: 'version', id: version.id, tenantId, detail })
  await dependencies.signals.notify(trx, 'jobs', tenantId)
  return getRun(context, id)
}

function notRestorable(error: MessageOf<FieldErrorCode>): DomainError {
  return invalidFields([{ path: 'version_id', error }])
}

/** Returns the messages of an error for its record; a field error counts without its path. */
function reasonsOf(refusal: DomainError): Message[] {
  const { code, params, fieldErrors } = refusal
  return fieldErrors.length > 0 ? fieldErrors.map(({ error }) => error) : [{ code, params } as Message]
}

async function recordRefusal(context: ActionContext, { versionId }: RestoreInput, refusal: DomainError) {
  const { version, device } = await findVersion(context, versionId)
  await recordAudit(context, 'restore.request', {
    kind: 'version',
    id: versionId,
    tenantId: version.tenantId,
    outcome: 'refused',
    detail: { device_id: device.id, fingerprint: version.fingerprint, status: refusal.status, why: reasonsOf(refusal) },
  })
}
