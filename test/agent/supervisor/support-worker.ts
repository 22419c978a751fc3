import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { FromWorker, ToWorker } from '../../../agent/supervisor/worker-messages.ts'

type Spawn = (options: WorkerOptions) => Worker

/** Starts a worker of this folder instead of the agent's collector. */
export function supportWorker(name: string): Spawn {
  return (options) => new Worker(new URL(`./${name}.ts`, import.meta.url), options)
}

/** As `supportWorker`; also counts the jobs that such workers opened, and the stop requests that they received. */
export function watchedWorker(name: string): { spawn: Spawn; seen: { opened: number; stopped: number } } {
  const seen = { opened: 0, stopped: 0 }
  const spawn: Spawn = (options) => {
    const worker = supportWorker(name)(options)
    worker.on('message', ({ type }: FromWorker) => void (seen.opened += type === 'opened' ? 1 : 0))
    const post = worker.postMessage.bind(worker)
    worker.postMessage = (message: ToWorker) => {
      seen.stopped += message.type === 'stop' ? 1 : 0
      post(message)
    }
    return worker
  }
  return { spawn, seen }
}
