import { expect } from 'chai'
import { createByteBudget } from '../../../service/http/byte-budget.ts'

describe('a budget of bytes', () => {
  it('has a limit for each owner and one for all, and gives back what a body held', () => {
    const budget = createByteBudget({ total: 10, each: 6 })
    const [first, second, other] = [budget.open(['a']), budget.open(['a']), budget.open(['b'])]

    const taken = [first.take(4), second.take(3), second.take(2), other.take(5), other.take(4), other.take(1)]
    first.release()
    const again = [second.take(4), second.take(1)]

    expect(taken).to.deep.equal([true, false, true, false, true, false])
    expect(again).to.deep.equal([true, false])
  })

  it('gives back once, however often it is asked', () => {
    const budget = createByteBudget({ total: 10, each: 10 })
    const body = budget.open(['a'])
    body.take(6)
    body.release()
    body.release()
    const next = budget.open(['a'])

    expect([next.take(10), next.take(1)]).to.deep.equal([true, false])
  })
})
