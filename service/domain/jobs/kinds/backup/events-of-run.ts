import type { FailureCode } from '../../../../../shared/contract/failures.ts'
import type { Device } from '../../../../store/models/device.ts'
import type { Job } from '../../../../store/models/job.ts'
import type { NewEvent } from '../../../outbox/events/record-events.ts'

type Outcome = NonNullable<Device['lastOutcome']>

/** Returns the events of a backup's end: none if the device is in the state of its last successful backup. */
export function eventsOfRun(
  { id, trigger, tenantId }: Pick<Job, 'id' | 'trigger' | 'tenantId'>,
  device: Device,
  outcome: Outcome,
  errorCode: FailureCode | null,
): NewEvent[] {
  const was = badBefore(device)
  const isBad = outcome === 'failed' || outcome === 'blocked'
  const run = { run_id: id, trigger, ...(errorCode && { error_code: errorCode }) }
  const events: NewEvent[] = []
  if (outcome !== 'unchanged') events.push({ type: `run.${outcome}`, tenantId, device, data: run })
  if (was !== null && !isBad) {
    events.push({ type: 'device.recovered', tenantId, device, data: { run_id: id, was } })
  }
  return events
}

function badBefore({ lastOutcome, staleToldAt }: Device): 'failed' | 'blocked' | 'stale' | null {
  if (staleToldAt !== null) return 'stale'
  return lastOutcome === 'failed' || lastOutcome === 'blocked' ? lastOutcome : null
}
