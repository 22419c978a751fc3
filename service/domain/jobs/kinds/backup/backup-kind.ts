import { decideEnd } from './decide-end.ts'
import type { JobKind } from '../../job-kind.ts'
import { recordOnDevices } from './record-on-devices.ts'

/** A backup stores content, and its end determines the state of its device. */
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
