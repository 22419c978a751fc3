import { expect } from 'chai'
import { createByteBudget } from '../../../service/http/byte-budget.ts'

describe('the byte budget of request bodies', () => {
  it('has a limit per owner and one for all, and releases the bytes of a body', () => {
    const budget = createByteBudget({ total: 10, each: 6 })
    const [first, second, other] = [budget.open(['a']), budget.open(['a']), budget.open(['b'])]

    const taken = [first.take(4), second.take(3), second.take(2), other.take(5), other.take(4), other.take(1)]
    first.release()
    const again = [second.take(4), second.take(1)]

    expect(taken).to.deep.equal([true, false, true, false, true, false])
    expect(again).to.deep.equal([true, false])
  })

  it('releases a body once, however often requested', () => {
    const budget = createByteBudget({ total: 10, each: 10 })
    const body = budget.open(['a'])
    body.take(6)
    body.release()
    body.release()
    const next = budget.open(['a'])

    expect([next.take(10), next.take(1)]).to.deep.equal([true, false])
  })

  it('evicts the oldest incomplete body, first of the same owner, never a complete one', () => {
    const budget = createByteBudget({ total: 10, each: 4, evictsOldest: true })
    const evicted: string[] = []
    const open = (name: string, owner: string, bytes: number) => {
      const body = budget.open([owner])
      body.whileReading(() => evicted.push(name))
      return { body, isTaken: body.take(bytes) }
    }

    const complete = open('complete', 'a', 3)
    complete.body.complete()
    const taken = [
      open('slow b', 'b', 4),
      open('slow c', 'c', 3),
      open('second b', 'b', 1), // the owner's limit
      open('d', 'd', 4), // the limit of all
      open('too large', 'e', 5),
      open('second a', 'a', 2),
    ].map(({ isTaken }) => isTaken)

    expect(taken).to.deep.equal([true, true, true, true, false, false])
    expect(evicted).to.deep.equal(['slow b', 'slow c'])
  })

  it('releases an evicted body once, and rejects the oldest itself if nothing older is left', () => {
    const budget = createByteBudget({ total: 10, each: 10, evictsOldest: true })
    const [first, second] = [budget.open(['a']), budget.open(['b'])]
    first.whileReading(() => first.release())
    second.whileReading(() => undefined)

    const taken = [first.take(8), second.take(8), second.take(3)]
    first.release()
    const rest = [budget.open(['c']).take(2), budget.open(['c']).take(1)]

    expect(taken).to.deep.equal([true, true, false])
    expect(rest).to.deep.equal([true, true])
  })
})
