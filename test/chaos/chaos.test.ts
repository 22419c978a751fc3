import { expect } from 'chai'
import { s3ServerMissing, s3StartMs } from '../support/s3-server.ts'
import { runChaos } from './run-chaos.ts'

describe('several replicas on one database and one bucket', function () {
  this.timeout(s3StartMs + 900_000)

  before(function () {
    if (s3ServerMissing()) this.skip()
  })

  it('lose nothing, duplicate nothing and leave nothing stuck when killed at random', async () => {
    const lines: string[] = []
    const options = { seed: 1, jobs: 6, devices: 4, replicas: 2, agents: 1, everyMs: 5_000, stores: null }

    const report = await runChaos(options, (line) => lines.push(line))

    expect(report.broken, lines.join('\n')).to.deep.equal([])
    expect(report.statuses['succeeded']).to.be.greaterThan(2)
    expect(report.blows['replica killed']).to.be.greaterThan(0)
  })
})
