import { expect } from 'chai'
import { askToLeave, isElsewhere, unsavedQuestion } from '../../../../desktop/console/ui/leave-unsaved.ts'

describe('what is typed and not saved', () => {
  const at = (query: Record<string, string>) => ({ path: '/policies', query })

  it('is lost with another customer, and not with a filter or a tab', () => {
    const from = at({ customer: 'acme', tab: 'runs' })

    expect(isElsewhere(at({ customer: 'bolt', tab: 'runs' }), from, ['customer'])).to.equal(true)
    expect(isElsewhere(at({ customer: 'acme' }), from, ['customer'])).to.equal(false)
    expect(isElsewhere(at({ tab: 'runs' }), at({ tab: 'runs' }), ['customer'])).to.equal(false)
  })

  it('is lost with another thing of the same kind', () => {
    expect(isElsewhere({ path: '/devices/2/edit', query: {} }, { path: '/devices/1/edit', query: {} }, [])).to.equal(true) // prettier-ignore
  })

  it('is lost with another level where a page has one', () => {
    const parts = ['customer', 'level', 'device']

    expect(isElsewhere(at({ customer: 'acme', level: 'platform' }), at({ customer: 'acme' }), parts)).to.equal(true)
    expect(isElsewhere(at({ level: 'device', device: '2' }), at({ level: 'device', device: '1' }), parts)).to.equal(true) // prettier-ignore
  })

  it('is asked about once: a second question answers the first by staying', async () => {
    const first = askToLeave()
    const second = askToLeave()

    unsavedQuestion.answer(true)

    expect(await Promise.all([first, second])).to.deep.equal([false, true])
    expect(unsavedQuestion.isOpen).to.equal(false)
  })
})
