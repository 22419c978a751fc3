import { decideEnd } from '../../decide-end.ts'
import { endJob } from '../../end-job.ts'
import type { JobKind } from '../../job-kind.ts'
import { recordOnDevice } from './record-on-device.ts'

/** A backup stores content, and its end is what its device shows. */
export const backupKind: JobKind = {
  bringsContent: true,
  unacceptedOffer: null,
  async onCommit(context, facts, { leaseId, timeZone, device }) {
    const end = decideEnd(facts)
    if (end === 'lost') return 'requeue'
    await endJob(context, facts.job, leaseId, end, timeZone, device)
    return end.status
  },
  onEnd: recordOnDevice,
  onLeaseLost: () => Promise.resolve('requeue'),
}
