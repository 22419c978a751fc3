import { getAsset, isSea } from 'node:sea'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * V8 heap limits of a worker. Collected bytes are short-lived, and a large young generation accumulates them: trees of
 * 300 MB cost 345 MB of memory with Node's default, 160 MB with this limit. The old generation is limited so that data
 * from one device can end its worker but not the agent; packs and texts are outside it.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 }

/** Starts a thread that runs collector-worker.ts. */
export function startWorker(options: WorkerOptions): Worker {
  return startThread('collector-worker', options)
}

/** Starts a thread that runs listener-worker.ts. */
export function startListenerWorker(options: WorkerOptions): Worker {
  return startThread('listener-worker', options)
}

/**
 * Starts a thread from its source, from the bundle beside the agent's bundle, or from within the single executable, which
 * has no files and contains the bundle as text (docs/decisions/agent-workers.md).
 */
function startThread(name: string, options: WorkerOptions): Worker {
  if (isSea()) return new Worker(getAsset(`${name}.cjs`, 'utf8'), { ...options, resourceLimits, eval: true })
  const entry = import.meta.url.endsWith('.ts') ? `../${name}.ts` : `./${name}.cjs`
  return new Worker(new URL(entry, import.meta.url), { ...options, resourceLimits })
}
