import type { components } from '../../../shared/contract/api-types.ts'
import type { ShownFactPeriod } from '../../domain/inventory/facts/list-fact-periods.ts'

export function presentFactPeriod(period: ShownFactPeriod): components['schemas']['DeviceFactPeriod'] {
  const { values, changed, firstSeenAt, lastSeenAt, isCurrent } = period
  return {
    hostname: values.hostname || null,
    vendor: values.vendor || null,
    model: values.model || null,
    serial: values.serial || null,
    os_version: values.os_version || null,
    changed,
    first_seen_at: firstSeenAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    current: isCurrent,
  }
}
