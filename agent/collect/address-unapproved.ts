import { DeviceFailure } from '../device-failure.ts'
import type { JobOrder } from '../job-order.ts'

/** The end of a run whose device has an address that nobody approved: its fingerprint was read, and nothing was sent. */
export function addressUnapproved(
  { device }: JobOrder,
  { host, port, seen }: { host: string; port: number; seen: string },
): DeviceFailure {
  return new DeviceFailure('address_unapproved', {
    step: `opening ${host} port ${port} of ${device.name}`,
    expected: 'an address that is approved for its credential',
    seen,
  })
}
