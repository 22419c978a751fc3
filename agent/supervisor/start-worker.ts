import { getAsset, isSea } from 'node:sea'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The worker's name in the single executable, which contains its bundle as text. */
const asset = 'collector-worker.cjs'

/**
 * V8 heap limits of a worker. Collected bytes are short-lived, and a large young generation accumulates them: trees of
 * 300 MB cost 345 MB of memory with Node's default, 160 MB with this limit. The old generation is limited so that data
 * from one device can end its worker but not the agent; packs and texts are outside it.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 }

/**
 * Starts a thread that runs collector-worker.ts: from its source, from the bundle beside the agent's bundle, or from
 * within the single executable, which has no files (docs/decisions/agent-workers.md).
 */
export function startWorker(options: WorkerOptions): Worker {
  if (isSea()) return new Worker(getAsset(asset, 'utf8'), { ...options, resourceLimits, eval: true })
  const entry = import.meta.url.endsWith('.ts') ? '../collector-worker.ts' : `./${asset}`
  return new Worker(new URL(entry, import.meta.url), { ...options, resourceLimits })
}
