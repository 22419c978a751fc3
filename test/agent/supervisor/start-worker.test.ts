import { once } from 'node:events'
import { expect } from 'chai'
import { startWorker } from '../../../agent/supervisor/start-worker.ts'

describe('a collector worker', () => {
  it('has a bounded heap, so that one device cannot exhaust the agent’s memory', async () => {
    const worker = startWorker({ env: {} })
    worker.on('error', () => undefined) // it has no start parameters

    expect(worker.resourceLimits).to.include({ maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 12 })

    await Promise.all([once(worker, 'exit'), worker.terminate()])
  })
})
