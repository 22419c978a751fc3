import { sha256 } from '../../../domain/kernel/sha256.ts'
import type { Request } from 'express'
import type { components } from '../../../../shared/contract/api-types.ts'
import type { Req } from '../../operation.ts'
import { problemOf } from '../../problems.ts'
import type { JobRequests } from './job-requests.ts'

type Schemas = components['schemas']
type Batch = Schemas['AgentBatch']
type Answers = Schemas['AgentBatchAnswers']
type Answer = Schemas['BatchedAnswers'][number]

/** Maximum number of requests in a batch. Sessions report it to agents. */
export const maxBatch = 100

/**
 * Answers each request of a batch as if it was sent alone: they share transactions, and the failure of one does not
 * affect the others. The log of a job is stored before its result is committed. If the service cannot store it, the
 * result gets the same answer, so that an agent repeats both.
 */
export async function answerBatch(requests: JobRequests, req: Req<'agentBatch'>): Promise<Answers> {
  const { logs, checks, packs, confirmations, results } = req.body
  const logged = new Map<string, Promise<Answer>>()
  const log = (one: NonNullable<Batch['logs']>[number]) => {
    const answer = answerTo(req, requests.log(req, one.job_id, one.body))
    logged.set(one.job_id, answer)
    return answer
  }
  const sent = results && sentResults(req)
  const commit = async ({ job_id: jobId, body }: NonNullable<Batch['results']>[number], at: number) => {
    const log = await logged.get(jobId)
    if (log && log.status >= 500) return log
    return answerTo(req, requests.commit(req, jobId, body, sha256(JSON.stringify(sent?.[at]?.body))))
  }
  const answers: { [List in keyof Answers]: Promise<Answer[]> | undefined } = {
    logs: logs && Promise.all(logs.map(log)),
    checks: checks && Promise.all(checks.map((one) => answerTo(req, requests.check(req, one.job_id, one.body)))),
    packs: packs && Promise.all(packs.map((one) => answerTo(req, requests.announce(req, one.job_id, one.body)))),
    confirmations:
      confirmations &&
      Promise.all(confirmations.map((one) => answerTo(req, requests.confirm(req, one.job_id, one.body)))),
    results: results && Promise.all(results.map(commit)),
  }
  const lists = Object.entries(answers).filter(([, list]) => list !== undefined)
  return Object.fromEntries(await Promise.all(lists.map(async ([name, list]) => [name, await list] as const)))
}

async function answerTo(req: Request, work: Promise<object | undefined>): Promise<Answer> {
  try {
    const body = await work
    return body ? { status: 200, body: { ...body } } : { status: 204 }
  } catch (error) {
    const problem = problemOf(error, req)
    return { status: problem.status, body: { ...problem } }
  }
}

/**
 * Returns the results as sent, without the defaults that the validator adds. A result that an agent sends in a batch and
 * then alone is the same result: both have the same text.
 */
function sentResults({ rawBody }: Request): Batch['results'] {
  return (JSON.parse(String(rawBody)) as Batch).results
}
