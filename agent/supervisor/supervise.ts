import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import { signingKeyFrom } from '../../shared/agent-protocol/ed25519.ts'
import { type Backoff, patient, waitMs } from '../link/backoff.ts'
import { createHttpClient } from '../link/http.ts'
import { createSharedBudget } from '../repository/memory-budget.ts'
import { beginSession, type Identity } from './begin-session.ts'
import { slotsFor } from './worker-pool.ts'
import type { ListenerCertificate } from '../listeners/open-listeners.ts'
import { createListenerRun } from '../listeners/run-listeners.ts'
import { startListenerWorker, startWorker } from './start-worker.ts'
import { createSteadyClock } from './monotonic-clock.ts'
import { workSession } from './work-session.ts'

export interface SuperviseSettings {
  baseUrl: string
  agentId: string
  tenantId: string
  /** The agent's key. */
  keySeed: Uint8Array
  serviceKey: Uint8Array
  version: string
  concurrency: number
  /** The program’s own if absent. Tests simulate older and newer agents. */
  protocols?: readonly number[]
  caCertificates?: string
  /** With which the agent receives syslog over TLS. */
  listenerCertificate?: ListenerCertificate
  readSequence: () => number
  /** Must have flushed the value to disk when it returns. */
  storeSequence: (sequence: number) => void
  log: (level: 'info' | 'warn' | 'error', line: string) => void
  /** Aborted to stop: no more jobs are claimed, and running jobs are completed or returned. */
  stopping: AbortSignal
  /** How long a running job may continue after that. */
  graceMs?: number
  backoff?: Backoff
  workers?: number
  spawn?: (options: WorkerOptions) => Worker
  pingMs?: number
  silentMs?: number
  idleMs?: number
  now?: () => number
}

/** Memory limit for the packs of all jobs. */
const budgetBytes = 96 * 1024 * 1024

/** Runs the agent until it is stopped or revoked. Opens a new session when one ends. */
export async function supervise(settings: SuperviseSettings): Promise<'stopped' | 'revoked'> {
  const { baseUrl, agentId, tenantId, keySeed, serviceKey, caCertificates, log, stopping } = settings
  const { backoff = patient, workers = defaultWorkers() } = settings
  const http = createHttpClient({ caCertificates, proxyEnv: process.env, maxSockets: 8 })
  const steadyMs = settings.now ?? createSteadyClock()
  const listeners = createListenerRun({
    spawn: () => startListenerWorker({ workerData: { certificate: settings.listenerCertificate ?? null, agentId } }),
    log,
    steadyMs,
  })
  const identity: Identity = {
    baseUrl,
    http,
    agentId,
    tenantId,
    keySeed,
    signingKey: signingKeyFrom(keySeed),
    serviceKey,
  }
  try {
    for (let attempt = 1; ; attempt++) {
      const session = await beginSession({
        ...settings,
        identity,
        slots: settings.concurrency,
        backoff,
        signal: stopping,
      })
      if (!session) return 'revoked'
      const { lab_mode: labMode, outdated } = session.answer
      log('info', `connected with ${baseUrl}${labMode ? ', in lab mode' : ''}`)
      if (outdated) log('warn', `this agent gets no jobs: ${outdated}`)
      const end = await workSession({
        identity,
        session,
        concurrency: settings.concurrency,
        workers,
        budget: createSharedBudget(budgetBytes, slotsFor(workers)),
        caCertificates,
        spawn: settings.spawn ?? startWorker,
        log,
        backoff,
        now: steadyMs,
        listeners,
        stopping,
        graceMs: settings.graceMs ?? 30_000,
        pingMs: settings.pingMs ?? 5_000,
        silentMs: settings.silentMs ?? 30_000,
        idleMs: settings.idleMs ?? 60_000,
      })
      if (end !== 'over') return end
      // Two processes with one identity end each other's sessions: this limits how fast.
      await sleep(waitMs(backoff, Math.min(attempt, 6), Math.random), undefined, { signal: stopping })
    }
  } catch (error) {
    if (stopping.aborted) return 'stopped'
    throw error
  } finally {
    listeners.stop()
    http.close()
  }
}

/** Collectors mostly wait for devices. Packing uses the CPU, and two threads of it saturate a small computer. */
function defaultWorkers(): number {
  return Math.max(2, Math.min(4, availableParallelism()))
}
