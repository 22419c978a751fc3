import { expect } from 'chai'
import { learnUnknown } from '../../../../desktop/console/client/learn-unknown.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a list that grows while it is shown', () => {
  it('is reloaded once for several unknown members', async () => {
    let reads = 0
    const meet = learnUnknown(() => Promise.resolve((reads += 1)))

    meet('a')
    meet('b')
    meet('a')
    await settled()
    expect(reads).to.equal(1)
    meet('a')
    await settled()
    expect(reads).to.equal(1)
    meet('c')
    await settled()
    expect(reads).to.equal(2)
  })

  it('is reloaded again for members found during a reload, also after a failure', async () => {
    const reads: ((failed?: Error) => void)[] = []
    const meet = learnUnknown(() => new Promise((resolve, reject) => reads.push((failed) => (failed ? reject(failed) : resolve(undefined))))) // prettier-ignore

    meet('a')
    await settled()
    meet('b')
    meet('c')
    await settled()
    expect(reads.length).to.equal(1)
    reads[0]!(new Error('away'))
    await settled()
    expect(reads.length).to.equal(2)
    reads[1]!()
    await settled()
    expect(reads.length).to.equal(2)
  })
})
