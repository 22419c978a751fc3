import { expect } from 'chai'
import { createAttention } from '../../../../desktop/console/client/attention.ts'

describe('requests of an idle page', () => {
  it('are marked after a minute, until the user is active again', () => {
    let now = 0
    const attention = createAttention(() => now)
    const isMarked = () => attention.mark(new Request('http://service/api/runs')).headers.has('x-coffer-unattended')

    const attended = isMarked()
    now = 60_001
    const alone = isMarked()
    attention.acted()
    const again = isMarked()

    expect([attended, alone, again]).to.deep.equal([false, true, false])
  })
})
