import { deadlineFailure, findingsOfCancel, findingsOfFailure } from '../job-result.ts'
import type { StopReason } from '../job-aborted.ts'
import type { Backoff } from '../link/backoff.ts'
import { openRequestCounter } from '../link/request-counter.ts'
import { createJobLink } from '../link/signed-job-link.ts'
import type { Identity, Session } from './begin-session.ts'
import type { Lease } from './leases.ts'

/** Reports the result of a job whose worker was killed. Never rejects. */
export async function reportKilled(
  { jobId, leaseId }: Lease,
  reportKey: Uint8Array,
  reason: StopReason,
  how: {
    identity: Identity
    session: Session
    backoff: Backoff
    signal: AbortSignal
    onTrouble: (line: string) => void
  },
): Promise<void> {
  const { tenantId, agentId, baseUrl, http } = how.identity
  const { exchange, answer, envelopeKeys } = how.session
  const link = createJobLink({
    exchange,
    http,
    numbers: openRequestCounter(how.session.numbers),
    baseUrl,
    packMd5: answer.pack_md5 ?? true,
    lease: {
      tenantId,
      agentId,
      sessionId: answer.session_id,
      jobId,
      leaseId,
      reportKey: Buffer.from(reportKey),
      envelopePrivateKey: envelopeKeys.privateKey,
    },
    signal: how.signal,
    resultSignal: how.signal,
    onLost: () => undefined,
    onTrouble: how.onTrouble,
    backoff: how.backoff,
  })
  const findings = reason === 'cancelled' ? findingsOfCancel() : findingsOfFailure(deadlineFailure())
  await link.commit(findings, []).catch(() => undefined) // the lease is lost or the session is ending: nothing to do
}
