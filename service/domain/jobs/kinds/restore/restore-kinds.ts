import type { JobKind } from '../../job-kind.ts'
import { decideRestoreEnd } from './decide-restore-end.ts'
import { finishRestore } from './finish-restore.ts'
import { handleLostRestore, recheckLostRestores } from './handle-lost-restores.ts'
import { finishDueRestores } from './finish-due-restores.ts'
import { recordRestoreEnd } from './record-restore-end.ts'

/** A check reads what became of a restore. It changes nothing, so it may be repeated. */
export const restoreCheckKind: JobKind = {
  bringsContent: false,
  unacceptedOffer: null,
  decide(facts) {
    const { end, restore } = decideRestoreEnd(facts)
    return {
      end,
      async afterwards(context, { restoreId }) {
        if (restore && restoreId) await finishRestore(context, restoreId, restore)
      },
    }
  },
  onEnd: () => Promise.resolve(),
  onLeaseLost: () => Promise.resolve('requeue'),
}

/** A confirmation changes the device, so it is offered and done at most once. */
export const restoreConfirmKind: JobKind = {
  ...restoreCheckKind,
  unacceptedOffer: 'restore_not_begun',
  onLeaseLost: handleLostRestore,
}

/** A restore writes a version back to its device, at most once. Its followers confirm and check it. */
export const restoreKind: JobKind = {
  ...restoreConfirmKind,
  async onEnd(context, ended) {
    for (const { job } of ended) await recordRestoreEnd(context, job)
  },
  onAgentRestart: recheckLostRestores,
  finishDue: finishDueRestores,
}
