import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { JobSpec } from '../job-spec.ts'

/** Returns the failure of a run on an unapproved address: the fingerprint was read and nothing was sent. */
export function addressUnapproved(
  { device }: JobSpec,
  { host, port, seen }: { host: string; port: number; seen: string },
): DeviceFailure {
  return new DeviceFailure('address_unapproved', {
    step: message('step_opening_address', { host, port, device: device.name }),
    expected: message('expected_approved_address'),
    seen,
  })
}
