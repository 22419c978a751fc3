import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startHeartbeatLoop } from '../../agent/supervisor/heartbeat-loop.ts'
import type { FakeAgent, HeldJob } from './fake-agent.ts'
import { must } from './service.ts'

/** The behaviour of an autonomous agent. */
export interface LoopBehaviour {
  /** Executes one job whose lease the agent holds, including its result. */
  doJob(job: HeldJob): Promise<unknown>
  /** Called for each offer. */
  onOffer?: (job: HeldJob) => void
  /** Called if a request failed or the service refused it. */
  onTrouble?: (line: string) => void
  /** Stops it. */
  signal?: AbortSignal
}

/** Polls and sends heartbeats like the real agent, and executes each offered job, until it is stopped or revoked. */
export async function serveJobs(
  agent: Pick<FakeAgent, 'send' | 'open' | 'openSession'>,
  { doJob, onOffer = () => undefined, onTrouble = () => undefined, signal }: LoopBehaviour,
  everyMs: number,
): Promise<void> {
  const held = new Map<string, HeldJob>()
  const onRefused = (error: Error) => onTrouble(error.message)
  const heartbeats = startHeartbeatLoop({
    everyMs,
    send: async (beat) => must(await agent.send('POST', '/api/agent/heartbeats', beat), 200),
    beatFor: () => ({ leases: [...held.values()].map(leaseOf), dropped: [] }),
    onAnswer({ leases }) {
      for (const { lease_id: leaseId } of leases) {
        const job = held.get(leaseId)
        if (held.delete(leaseId) && job) doJob(job).catch(onRefused)
      }
    },
    onRefused,
    onTrouble,
    now: () => performance.now(),
  })
  let claimId = randomUUID()
  const poll = async () => {
    const body = { claim_id: claimId, free_slots: 100, restore_slots: 0 }
    const answer = await agent.send('POST', '/api/agent/claims', body, { signal })
    if (answer.status >= 400) return answer.body?.code as string
    claimId = randomUUID() // the same claim until there is a reply, which makes the service repeat its offers
    for (const job of await agent.open(answer)) {
      onOffer(job)
      held.set(job.leaseId, job)
    }
    if (held.size > 0) heartbeats.soon()
    return 'polled'
  }
  while (!signal?.aborted) {
    const end = await poll().catch((error: Error) => error.message)
    if (end === 'revoked') break
    if (end === 'session_ended') await agent.openSession()
    else if (end !== 'polled' && !signal?.aborted) {
      onTrouble(end)
      await pause(1_000)
    }
  }
  heartbeats.stop()
}

export function leaseOf({ jobId, leaseId }: Pick<HeldJob, 'jobId' | 'leaseId'>) {
  return { job_id: jobId, lease_id: leaseId }
}
