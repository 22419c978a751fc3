import { expect } from 'chai'
import { protocolWorlds } from '../../../interleavings/protocol-world.ts'
import { type TestService, startTestService } from '../../../support/service.ts'

/** `npm run interleavings -- --runs 10000` runs more, with other seeds. */
const runs = 45
const lanes = 3

describe('agents, messages and clocks in any order', () => {
  let service: TestService

  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())

  it('never run a device twice at once, write twice or restore twice, and every job ends', async () => {
    const ends = await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const worlds = await protocolWorlds(service)
        const seeds = Array.from({ length: runs / lanes }, (_seed, at) => 1 + lane + at * lanes)
        return Array.fromAsync(seeds, (seed) => worlds.run(seed))
      }),
    )

    const all = ends.flat()
    expect(all.filter(({ violations }) => violations.length > 0)).to.deep.equal([])
    expect(all).to.have.lengthOf(runs)
    const restores = new Set(all.flatMap((world) => world.restores))
    expect([...restores]).to.include.members(['succeeded', 'reverted', 'failed'])
    // enough faults occurred for a meaningful result
    expect(all.reduce((sum, { losses }) => sum + losses, 0)).to.be.above(runs / 3)
  })
})
