import { expect } from 'chai'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { runSweepWorld } from '../../../../interleavings/run-sweep-world.ts'

/** `npm run drill:sweep -- --runs N` runs more. */
const seeds = [1]

describe('backups, sweeps, retention and crashes in any order', function () {
  this.timeout(1_800_000)
  let test: TestRepository

  before(async () => (test = await startTestRepository(new Date())))
  after(() => test.close())

  for (const seed of seeds) {
    it(`lose no byte of any version, and leave nothing behind (seed ${seed})`, async () => {
      const played = await runSweepWorld(test, seed)

      expect(played.commits, 'versions that were committed').to.be.greaterThan(0)
      expect(played.left, 'objects and rows that nothing refers to').to.deep.equal([])
    })
  }
})
