import { decideEnd } from './decide-end.ts'
import type { JobKind } from '../../job-kind.ts'
import { recordOnDevices } from './record-on-devices.ts'

/** A backup stores content, and its end is what its device shows. */
export const backupKind: JobKind = {
  bringsContent: true,
  unacceptedOffer: null,
  decide(facts) {
    const end = decideEnd(facts)
    return end === 'lost' ? null : { end }
  },
  onEnd: recordOnDevices,
  onLeaseLost: () => Promise.resolve('requeue'),
}
