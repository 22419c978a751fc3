import { expect } from 'chai'
import { createHeapRelaxer } from '../../agent/heap-growth.ts'

const relaxed = '--heap-growing-percent=150'
const usual = '--heap-growing-percent=0'

describe('the limit of heap growth', () => {
  it('is relaxed from the start of the first stream to the end of the last', () => {
    const flags: string[] = []
    const relax = createHeapRelaxer((flag) => void flags.push(flag))

    const first = relax()
    const second = relax()
    first()
    expect(flags).to.deep.equal([relaxed])
    second()
    expect(flags).to.deep.equal([relaxed, usual])
    relax()

    expect(flags).to.deep.equal([relaxed, usual, relaxed])
  })

  it('counts the end of a stream once', () => {
    const flags: string[] = []
    const relax = createHeapRelaxer((flag) => void flags.push(flag))
    const first = relax()
    relax()

    first()
    first()

    expect(flags).to.deep.equal([relaxed])
  })
})
