import { randomUUIDv7 } from 'node:crypto'
import { DevicePair } from '../../../store/models/device-pair.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type PairOutcome, unknownOutcome } from './compare-texts.ts'
import { type DevicePairView, viewPair } from './device-pairs.ts'
import { announcePair, outcomeColumns } from './store-outcome.ts'
import { validatePair } from './validate-pair.ts'

export type NewDevicePair = Pick<
  DevicePair,
  'name' | 'firstDeviceId' | 'secondDeviceId' | 'key' | 'declaredDifferences' | 'note'
>

/** Maximum number of pairs of a tenant. */
const maxPairs = 1_000

/**
 * Saves a pair with the outcome of its first comparison, which ended before this transaction.
 * @throws DomainError validation_failed, name_taken, too_many
 */
export async function createDevicePair(
  context: TenantContext,
  given: NewDevicePair,
  outcome: PairOutcome,
): Promise<DevicePairView> {
  const { trx, tenantId, now, actor } = context
  await validatePair(context, given, given.declaredDifferences)
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer device pairs ' || ?, 0))`, [tenantId])
  if ((await DevicePair.query(trx).where({ tenantId }).resultSize()) >= maxPairs)
    throw new DomainError('too_many', { resource: 'device_pair', limit: maxPairs })
  const created = await rejectTakenName(
    DevicePair.query(trx)
      .insert({
        id: randomUUIDv7(),
        tenantId,
        ...given,
        ...outcomeColumns(outcome, null, now),
        createdAt: now,
        updatedAt: now,
        updatedBy: actor.name,
      })
      .returning('*')
      .execute(),
  )
  await announcePair(context, null, created)
  await audit(context, 'device_pair.create', created, describe(created))
  return viewPair(context, created)
}

/** The version of a pair that a comparison belongs to, and its outcome. */
export interface ExaminedChange {
  /** Of the pair before the change. */
  updatedAt: Date
  outcome: PairOutcome
}

/**
 * Changes a pair. If it was changed since it was examined, its state is unknown until it is compared again.
 * @throws DomainError not_found, validation_failed, name_taken
 */
export async function updateDevicePair(
  context: TenantContext,
  id: string,
  change: Partial<NewDevicePair>,
  examined: ExaminedChange,
): Promise<DevicePairView> {
  const { trx, now, actor } = context
  const before = await DevicePair.query(trx).findById(id).forUpdate()
  if (!before) throw notFound()
  const wanted = { ...before, ...change }
  await validatePair(context, wanted, wanted.declaredDifferences)
  const isCurrent = before.updatedAt.getTime() === examined.updatedAt.getTime()
  const outcome = isCurrent ? examined.outcome : unknownOutcome(message('pair_changed'))
  const updated = await rejectTakenName(
    DevicePair.query(trx)
      .patchAndFetchById(before.id, {
        ...change,
        ...outcomeColumns(outcome, before, now),
        ...(!isCurrent && { comparedAt: null }),
        updatedAt: now,
        updatedBy: actor.name,
      })
      .execute(),
  )
  await announcePair(context, before, updated)
  await audit(context, 'device_pair.update', updated, { from: describe(before), to: describe(updated) })
  return viewPair(context, updated)
}

/**
 * Deletes a pair. Emits no event: its devices may still differ.
 * @throws DomainError not_found
 */
export async function deleteDevicePair(context: ActionContext, id: string): Promise<void> {
  const found = await DevicePair.query(context.trx).findById(id).forUpdate()
  if (!found) throw notFound()
  await DevicePair.query(context.trx).deleteById(found.id)
  await audit(context, 'device_pair.delete', found, describe(found))
}

function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'device_pair' }))
}

function describe({ name, firstDeviceId, secondDeviceId, key, declaredDifferences, note }: DevicePair) {
  return {
    name,
    key,
    first_device_id: firstDeviceId,
    second_device_id: secondDeviceId,
    declared_differences: declaredDifferences,
    note,
  }
}

function audit(
  context: ActionContext,
  action: `device_pair.${string}`,
  { id, tenantId }: DevicePair,
  detail: object,
): Promise<void> {
  return recordAudit(context, action, { kind: 'device_pair', id, tenantId, detail: { ...detail } })
}
