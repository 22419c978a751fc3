import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { signingKeyFrom } from '../shared/agent-protocol/ed25519.ts'
import { openEnvelope, type EnvelopeBinding } from '../shared/agent-protocol/envelope.ts'
import { sshTimeouts, openSsh } from './sessions/ssh.ts'
import { JobAborted } from './job-aborted.ts'
import { leasedJobOf } from './leased-job.ts'
import { createBatchedExchange } from './link/batched-exchange.ts'
import { createExchange, type Exchange } from './link/exchange.ts'
import { createHttpClient, type HttpClient } from './link/http.ts'
import { type Numbers, openRequestCounter } from './link/request-counter.ts'
import { createJobLink } from './link/signed-job-link.ts'
import { openBudget, type MemoryBudget } from './repository/memory-budget.ts'
import { runJob } from './runner.ts'
import { serverNow } from './server-clock.ts'
import type { FromWorker, StartedJob, ToWorker, WorkerStart } from './supervisor/worker-messages.ts'

/** High enough that a job rarely waits for another job's request, low enough for a small service. */
const socketsPerWorker = 16

/** Running jobs of this thread. `stop` ends a job, `abandon` its result. */
const running = new Map<string, { stop: AbortController; abandon: AbortController }>()

if (parentPort) serve(parentPort, workerData as WorkerStart)

/** Runs the jobs that the supervisor starts, concurrently: they mostly wait for devices. */
function serve(port: MessagePort, start: WorkerStart): void {
  const work = worksIn(start)
  const post = (message: FromWorker) => port.postMessage(message)
  // An uncaught error belongs to one job, which then reaches its deadline. The other jobs continue.
  process.on('uncaughtException', (error) =>
    post({ type: 'trouble', line: `uncaught exception in a collector worker: ${error.stack}` }),
  )
  port.on('message', (message: ToWorker) => {
    if (message.type === 'ping') return post({ type: 'pong' })
    if (message.type === 'run') return void run(message.job, start, work, post)
    const job = running.get(message.leaseId)
    if (message.type === 'stop') job?.stop.abort(new JobAborted(message.reason))
    else job?.abandon.abort(new JobAborted('lost'))
  })
}

interface Works {
  exchange: Exchange
  numbers: Numbers
  http: HttpClient
  memory: MemoryBudget
}

function worksIn(start: WorkerStart): Works {
  const { baseUrl, caCertificates, agentId, serviceKey, sessionId } = start
  const numbers = openRequestCounter(start.numbers)
  const http = createHttpClient({ caCertificates, proxyEnv: process.env, maxSockets: socketsPerWorker })
  const signingKey = signingKeyFrom(start.keySeed)
  const session = { id: sessionId, numbers }
  const exchange = createExchange({ baseUrl, http, agent: agentId, signingKey, session, serviceKey })
  return {
    numbers,
    http,
    exchange: start.maxBatch ? createBatchedExchange(exchange, start.maxBatch) : exchange,
    memory: openBudget(start.budget, start.slot),
  }
}

async function run(started: StartedJob, start: WorkerStart, works: Works, post: (message: FromWorker) => void) {
  const { jobId, leaseId, kind } = started
  const { agentId, tenantId, sessionId, baseUrl, envelopePrivateKey } = start
  const stop = new AbortController()
  const abandon = new AbortController()
  let mustFinish = false
  running.set(leaseId, { stop, abandon })
  const onTrouble = (line: string) => post({ type: 'trouble', line })
  try {
    const place: EnvelopeBinding = { tenantId, agentId, sessionId, jobId, leaseId, kind }
    const sealed = Buffer.from(started.envelope, 'base64')
    const signature = Buffer.from(started.envelopeSignature, 'base64')
    const envelope = await openEnvelope(envelopePrivateKey, place, { sealed, signature }, start.serviceKey)
    const reportKey = Buffer.from(envelope.reportKey, 'base64')
    post({ type: 'opened', leaseId, reportKey })
    const link = createJobLink({
      exchange: works.exchange,
      http: works.http,
      numbers: works.numbers,
      baseUrl,
      packMd5: start.packMd5,
      lease: { tenantId, agentId, sessionId, jobId, leaseId, reportKey, envelopePrivateKey },
      signal: stop.signal,
      resultSignal: abandon.signal,
      onLost: () => mustFinish || stop.abort(new JobAborted('lost')),
      onTrouble,
      backoff: start.backoff,
    })
    await runJob(leasedJobOf(place, envelope), link, {
      openSsh,
      timeouts: sshTimeouts,
      memory: works.memory,
      now: () => serverNow(start.clock),
      signal: stop.signal,
      onCommitting() {
        mustFinish = true
        post({ type: 'committing', leaseId })
      },
      onResult: () => post({ type: 'result', leaseId }),
    })
  } catch (error) {
    // The envelope could not be opened or the result was not accepted: there is no run to report it in.
    if (!abandon.signal.aborted) onTrouble(`job ${jobId} ended: ${(error as Error).message}`)
  } finally {
    running.delete(leaseId)
    post({ type: 'done', leaseId })
  }
}
