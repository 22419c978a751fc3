import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Closers } from '../closers.ts'
import { processCountArgument } from '../share-of-limit.ts'
import type { Handover, Installation } from '../installation.ts'
import type { HttpAddresses, HttpService } from '../serve-http.ts'
import { startupError } from '../store/startup-error.ts'
import { createReportCollector } from './report-collector.ts'
import type { ToHttpProcess, ToSupervisor } from './messages.ts'

/** A process that ends sooner than this after its start is replaced after a pause, which doubles. */
const steadyMs = 60_000
const firstPauseMs = 500
const longestPauseMs = 30_000

/** Longer than a process gives the requests under way. */
const stopMs = 15_000

/**
 * Serves the API in `settings.processes` processes that share one address (node:cluster). This process supervises: it
 * replaces each one that ends, and answers for all of them. It serves no requests itself.
 * @throws StartupError of the first process that cannot start
 */
export async function startHttpProcesses(installation: Installation, closers: Closers): Promise<HttpService> {
  const { settings, database, masterKey, intervals, log } = installation
  const { url, listenUrl, prepares } = database
  const handover: Handover = { settings, database: { url, listenUrl, prepares }, masterKey, intervals }
  const running = new Set<Worker>()
  const ending = new AbortController()
  const reports = createReportCollector(installation, running, sendTo)
  cluster.setupPrimary({
    exec: path.join(import.meta.dirname, `http-process${path.extname(import.meta.filename)}`),
    args: [`${processCountArgument}${settings.processes}`],
    serialization: 'advanced',
  })
  closers.add(() => {
    ending.abort()
    return Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stopProcess(worker)))
  })

  /** @throws StartupError, ProcessEnded */
  async function startProcess(): Promise<HttpProcess> {
    const worker = cluster.fork()
    const { promise: listening, resolve, reject } = Promise.withResolvers<HttpAddresses>()
    const ended = new Promise<ProcessEnded>((onEnd) =>
      worker.once('exit', (code, signal) => onEnd(new ProcessEnded(worker, code, signal))),
    )
    worker.on('message', (message: ToSupervisor) => {
      if (message.kind === 'listening') resolve(message.addresses)
      else if (message.kind === 'failed') reject(startupError(message.startup))
      else if (message.kind === 'report') reports.receive(worker, message)
      else void reports.answer(worker, message)
    })
    worker.on('error', () => undefined) // a message to a process that has just ended: 'exit' follows
    void ended.then((end) => {
      running.delete(worker)
      reject(end)
    })
    sendTo(worker, { kind: 'start', handover })
    const addresses = await listening
    running.add(worker)
    return { addresses, ended }
  }

  /** Replaces a process, and its replacement, until the service stops. */
  async function keepReplacing(first: HttpProcess): Promise<void> {
    let current: HttpProcess | undefined = first
    let failures = 0
    for (;;) {
      const startedAt = performance.now()
      const end = await current?.ended
      if (ending.signal.aborted) return
      if (end) log.error({ ...end.facts }, 'an HTTP process ended: it is replaced')
      failures = end && performance.now() - startedAt > steadyMs ? 0 : failures + 1
      if (failures > 1) await pause(pauseAfter(failures), undefined, { signal: ending.signal }).catch(() => undefined)
      current = await startProcess().catch((error: unknown) => {
        if (!ending.signal.aborted) log.error(error, 'an HTTP process did not start')
        return undefined
      })
      if (current) reports.countReplacement()
    }
  }

  const started = await Promise.all(Array.from({ length: settings.processes }, startProcess))
  for (const process of started) void keepReplacing(process)
  const { addresses } = started[0]! // all share one address
  return {
    ...addresses,
    reload: () => running.forEach((worker) => sendTo(worker, { kind: 'reload' })),
  }
}

interface HttpProcess {
  addresses: HttpAddresses
  ended: Promise<ProcessEnded>
}

class ProcessEnded extends Error {
  readonly facts: { pid: number | undefined; code: number | null; signal: string | null }

  constructor(worker: Worker, code: number | null, signal: string | null) {
    super('an HTTP process ended before it listened')
    this.facts = { pid: worker.process.pid, code, signal }
  }
}

/** In ms. */
function pauseAfter(failures: number): number {
  return Math.min(firstPauseMs * 2 ** (failures - 2), longestPauseMs)
}

async function stopProcess(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  sendTo(worker, { kind: 'stop' })
  const late = setTimeout(() => worker.process.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(late)
}

function sendTo(worker: Worker, message: ToHttpProcess): void {
  if (worker.isConnected()) worker.send(message)
}
