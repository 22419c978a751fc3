import { getAsset, isSea } from 'node:sea'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The worker's name in the single executable, which carries its bundle as text. */
const asset = 'collector-worker.cjs'

/**
 * Collected bytes live for a moment each. A young generation that may grow lets them pile up: trees of 300 MB cost 345 MB of
 * memory with Node's default, 160 MB with this one. The old generation is bounded, so that what one device makes a worker hold
 * ends that worker and not the agent; packs and texts are outside of it.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1024 }

/**
 * A thread that runs collector-worker.ts: from its source, from the bundle beside the agent's bundle, or from inside the
 * single executable, where there is no file to name (docs/decisions/agent-workers.md).
 */
export function startWorker(options: WorkerOptions): Worker {
  if (isSea()) return new Worker(getAsset(asset, 'utf8'), { ...options, resourceLimits, eval: true })
  const entry = import.meta.url.endsWith('.ts') ? '../collector-worker.ts' : `./${asset}`
  return new Worker(new URL(entry, import.meta.url), { ...options, resourceLimits })
}
