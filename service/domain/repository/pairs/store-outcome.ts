import { Device } from '../../../store/models/device.ts'
import { DevicePair } from '../../../store/models/device-pair.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import type { PairOutcome } from './compare-texts.ts'

type OutcomeColumns = Pick<
  DevicePair,
  'state' | 'reason' | 'differingLines' | 'firstVersionId' | 'secondVersionId' | 'since' | 'comparedAt' | 'isAnnounced'
>

/**
 * Returns the columns of an outcome. A pair that differs is announced until it is equal: while its state is unknown,
 * subscribers are told nothing.
 */
export function outcomeColumns(
  outcome: PairOutcome,
  before: Pick<DevicePair, 'state' | 'since' | 'isAnnounced'> | null,
  now: Date,
): OutcomeColumns {
  const { state } = outcome
  const isAnnounced = state === 'unknown' ? (before?.isAnnounced ?? false) : state === 'differs'
  return { ...outcome, since: before?.state === state ? before.since : now, comparedAt: now, isAnnounced }
}

/**
 * Stores the outcome of a pair, whose row is locked, and emits the event of a change.
 * @returns the changed pair
 */
export async function storeOutcome(
  context: Pick<TenantContext, 'trx' | 'now'>,
  before: DevicePair,
  outcome: PairOutcome,
): Promise<DevicePair> {
  const after = await DevicePair.query(context.trx).patchAndFetchById(
    before.id,
    outcomeColumns(outcome, before, context.now),
  )
  await announcePair(context, before, after)
  return after
}

/** Emits `device_pair.differs` or `device_pair.aligned` if subscribers know the opposite. */
export async function announcePair(
  { trx, now }: Pick<TenantContext, 'trx' | 'now'>,
  before: Pick<DevicePair, 'isAnnounced'> | null,
  pair: DevicePair,
): Promise<void> {
  if ((before?.isAnnounced ?? false) === pair.isAnnounced) return
  const devices = await Device.query(trx).findByIds([pair.firstDeviceId, pair.secondDeviceId])
  const device = devices.find(({ id }) => id === pair.firstDeviceId)
  const second = devices.find(({ id }) => id === pair.secondDeviceId)
  if (!device || !second) return
  const data = {
    pair_id: pair.id,
    name: pair.name,
    key: pair.key,
    second_device: { id: second.id, name: second.name },
    // only a comparison of two versions changes what is announced
    first_version_id: pair.firstVersionId!,
    second_version_id: pair.secondVersionId!,
    differing_lines: pair.differingLines!,
  }
  const type = pair.isAnnounced ? 'device_pair.differs' : 'device_pair.aligned'
  await recordEvents({ trx, now }, [{ type, tenantId: pair.tenantId, device, data }])
}
