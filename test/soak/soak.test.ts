import { expect } from 'chai'
import type { Sample } from '../chaos/sampler.ts'
import { s3ServerMissing, s3StartMs, startS3Server } from '../support/s3-server.ts'
import { drawSamples } from './draw-samples.ts'
import { findGrowth, heldBy } from './find-growth.ts'
import { runSoak } from './run-soak.ts'

describe('a soak test of seconds', function () {
  this.timeout(s3StartMs + 900_000)

  before(async function () {
    if (s3ServerMissing()) this.skip()
    await startS3Server()
  })

  it('loses nothing, duplicates nothing and reports memory, with devices that disconnect', async () => {
    const lines: string[] = []
    const sizes = { devices: 3, scheduled: 0, replicas: 2, agents: 1 }
    const options = { seed: 3, forMs: 3_000, everyMs: 1_000, stores: { downMs: 1_500 }, ...sizes }

    const { broken, statuses, blows, samples } = await runSoak(options, (line) => lines.push(line))

    expect(broken, lines.join('\n')).to.deep.equal([])
    expect(statuses['succeeded']).to.be.greaterThan(0)
    expect(Object.values(blows).reduce((sum, count) => sum + count, 0)).to.be.greaterThan(0)
    expect(heldBy(samples).map(({ name, mbMost }) => [name, mbMost > 20])).to.deep.equal([
      ['replica 0', true],
      ['agent 0', true],
    ])
  })
})

describe('the soak evaluation', () => {
  const minutes = (count: number, of: (at: number) => Partial<Sample>): Sample[] =>
    Array.from({ length: count * 60 }, (_, at) => ({
      at,
      name: 'replica 0',
      pid: 7,
      mb: 200,
      descriptors: 40,
      ...of(at),
    }))

  it('ignores the initial rise and temporary peaks', () => {
    const samples = minutes(10, (at) => ({ mb: Math.min(200, 60 + at) + (at % 60), descriptors: 40 + (at % 30) }))

    expect(findGrowth(samples)).to.deep.equal([])
    expect(heldBy(samples)).to.deep.include({
      name: 'replica 0',
      mbBefore: 230,
      mbAfter: 233,
      mbMost: 259,
      descriptorsBefore: 40,
      descriptorsAfter: 40,
      descriptorsMost: 69,
    })
  })

  it('ignores momentary lows of memory', () => {
    const samples = minutes(10, (at) => ({ mb: at >= 210 && at < 260 ? 120 : 200 }))

    expect(findGrowth(samples)).to.deep.equal([])
  })

  it('names a process whose memory or descriptors only grow', () => {
    const memory = minutes(10, (at) => ({ mb: 100 + at / 2 }))
    const descriptors = minutes(10, (at) => ({ name: 'agent 0', descriptors: 30 + at / 2 }))

    expect(findGrowth([...memory, ...descriptors])).to.deep.equal([
      'the memory of replica 0 went from 250 to 350 MB',
      'the descriptors of agent 0 went from 130 to 230',
    ])
  })

  it('names a process that did not survive, and evaluates nothing too early', () => {
    const restarted = minutes(10, (at) => ({ pid: at < 300 ? 7 : 8 }))

    expect(findGrowth(restarted)).to.deep.equal(['replica 0 did not live through it'])
    expect(findGrowth(minutes(2, (at) => ({ mb: at })))).to.deep.equal([])
  })

  it('draws each process with readable times and figures', () => {
    const svg = drawSamples([...minutes(10, () => ({})), ...minutes(10, () => ({ name: 'agent 0', mb: 90 }))])

    expect(svg.match(/<polyline/g)).to.have.length(4)
    expect(svg).to.include('replica 0').and.include('agent 0').and.include('9 min').and.include('200 MB')
    expect(svg).not.to.include('NaN')
  })
})
