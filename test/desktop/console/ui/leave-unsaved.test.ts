import { expect } from 'chai'
import { askToLeave, isElsewhere, unsavedQuestion } from '../../../../desktop/console/ui/leave-unsaved.ts'

describe('unsaved changes', () => {
  const at = (query: Record<string, string>) => ({ path: '/policies', query })

  it('are lost by choosing another customer, but not another filter or tab', () => {
    const from = at({ customer: 'acme', tab: 'runs' })

    expect(isElsewhere(at({ customer: 'bolt', tab: 'runs' }), from, ['customer'])).to.equal(true)
    expect(isElsewhere(at({ customer: 'acme' }), from, ['customer'])).to.equal(false)
    expect(isElsewhere(at({ tab: 'runs' }), at({ tab: 'runs' }), ['customer'])).to.equal(false)
  })

  it('are lost by opening another object of the same kind', () => {
    expect(isElsewhere({ path: '/devices/2/edit', query: {} }, { path: '/devices/1/edit', query: {} }, [])).to.equal(true) // prettier-ignore
  })

  it('are lost by choosing another level on a page with levels', () => {
    const parts = ['customer', 'level', 'device']

    expect(isElsewhere(at({ customer: 'acme', level: 'platform' }), at({ customer: 'acme' }), parts)).to.equal(true)
    expect(isElsewhere(at({ level: 'device', device: '2' }), at({ level: 'device', device: '1' }), parts)).to.equal(true) // prettier-ignore
  })

  it('are confirmed once: a second question answers the first with staying', async () => {
    const first = askToLeave()
    const second = askToLeave()

    unsavedQuestion.answer(true)

    expect(await Promise.all([first, second])).to.deep.equal([false, true])
    expect(unsavedQuestion.isOpen).to.equal(false)
  })
})
