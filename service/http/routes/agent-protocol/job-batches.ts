import type { Request } from 'express'
import { appendLogs, type GivenLog } from '../../../domain/jobs/append-log.ts'
import { type ArtifactState, type GivenCheck, checkArtifactsOfMany } from '../../../domain/jobs/check-artifacts.ts'
import { commitResults } from '../../../domain/jobs/commit-result.ts'
import type { ReceivedResult, ResultAnswer } from '../../../domain/jobs/job-results.ts'
import { jobKinds } from '../../../domain/jobs/kinds/registry.ts'
import { leaseLost, leasedJobs } from '../../../domain/jobs/lease-state.ts'
import { type GivenPacks, ownPacks } from '../../../domain/jobs/own-packs.ts'
import type { PackAnnouncement } from '../../../domain/repository/chunks/repository.ts'
import type { PackAddress } from '../../../domain/repository/chunks/repository.ts'
import { createBatchQueue } from '../../../domain/kernel/limits/batch-queue.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Pack } from '../../../store/models/pack.ts'
import { agentOf, scopedToAgent } from '../../agent-exchange.ts'
import { agentIntervals, runInAgentScope, tenantKeys } from './agent-request.ts'

/** Batches of concurrent requests of an agent's jobs, which share transactions. */
export interface JobBatches {
  /** @throws DomainError lease_lost, validation_failed */
  appendLog(req: Request, log: GivenLog): Promise<void>
  /** @throws DomainError lease_lost */
  checkArtifacts(req: Request, check: GivenCheck): Promise<ArtifactState[]>
  /** @throws DomainError lease_lost, validation_failed, too_many_packs */
  announcePacks(req: Request, announcement: PackAnnouncement): Promise<PackAddress[]>
  /** Resolves with the packs that were announced for the job. @throws DomainError lease_lost */
  findOwnPacks(req: Request, packs: GivenPacks): Promise<Map<string, Pack>>
  /** @throws DomainError as `commitResult` */
  commitResult(req: Request, result: ReceivedResult): Promise<ResultAnswer>
}

/** Two batches of results run at once: reading content back does not wait for another commit. */
const limits = { brief: { running: 1, size: 100 }, results: { running: 2, size: 100 } }

interface Asked<T> {
  req: Request
  given: T
}

/** Creates the batches of one service. Each agent has separate ones. */
export function createJobBatches(dependencies: Dependencies): JobBatches {
  const { forAgents, workers, settings } = dependencies

  /** Creates batches whose requests are all of one agent and share its scope. */
  function batchesOf<T, R>(
    limit: { running: number; size: number },
    work: (req: Request, given: T[]) => Promise<readonly PromiseSettledResult<R>[]>,
  ): (req: Request, given: T) => Promise<R> {
    const queue = createBatchQueue<Asked<T>, R>(limit, ([first, ...others]) => {
      if (!first) return Promise.resolve([])
      return work(
        first.req,
        [first, ...others].map(({ given }) => given),
      )
    })
    return (req, given) => {
      const { tenantId, agentId } = agentOf(req)
      return queue.add(`${tenantId} ${agentId}`, { req, given })
    }
  }

  return {
    appendLog: batchesOf(limits.brief, async (req, given: GivenLog[]) => {
      const keys = await tenantKeys(dependencies, req)
      return scopedToAgent(dependencies, req, (context) => appendLogs(context, given, keys))
    }),
    checkArtifacts: batchesOf(limits.brief, async (req, given: GivenCheck[]) => {
      const keys = await tenantKeys(dependencies, req)
      const reader = forAgents.repository.chunkReader(keys.tenantId)
      return checkArtifactsOfMany(runInAgentScope(dependencies, req), given, { keys, reader, workers })
    }),
    announcePacks: batchesOf(limits.brief, (req, given: PackAnnouncement[]) =>
      scopedToAgent(dependencies, req, async (context) => {
        const jobs = await leasedJobs(
          context,
          given.map(({ owner }) => owner),
        )
        const held = given.filter((_, at) => jobs[at])
        const ends = await forAgents.repository.announceBatch(context, held)
        const endOf = new Map(held.map((one, at) => [one, ends[at]]))
        return given.map((one) => endOf.get(one) ?? { status: 'rejected' as const, reason: leaseLost() })
      }),
    ),
    findOwnPacks: batchesOf(limits.brief, (req, given: GivenPacks[]) =>
      scopedToAgent(dependencies, req, (context) => ownPacks(context, given)),
    ),
    commitResult: batchesOf(limits.results, async (req, given: ReceivedResult[]) =>
      commitResults(
        {
          within: runInAgentScope(dependencies, req),
          keys: await tenantKeys(dependencies, req),
          repository: forAgents.repository,
          workers,
          kinds: jobKinds,
          intervals: agentIntervals(dependencies),
          timeZone: settings.timeZone,
          alarm: (event, facts) => req.log.warn(facts, `alarm: ${event}`),
          failpoint: dependencies.failpoint,
        },
        given,
      ),
    ),
  }
}
