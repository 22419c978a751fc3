import { expect } from 'chai'
import { suspicionOf } from '../../../../desktop/console/ui/suspicion-text.ts'
import { doubtsAbout } from '../../../../shared/platforms/doubts.ts'

describe('why a capture is in doubt', () => {
  it('is understood where the service compares what devices say of themselves', () => {
    const before = { serial: 'A1', device_groups: 4 }
    const after = { serial: 'B2', device_groups: 3, partial: true, masked: { secrets: 1 } }

    expect(doubtsAbout(before, after).map(suspicionOf)).to.deep.equal([
      { kind: 'otherUnit', now: 'B2', before: 'A1' },
      { kind: 'groups', now: '3', before: '4' },
      { kind: 'partial' },
      { kind: 'masked' },
    ])
  })

  it('is understood where a text shrank, or is shown as it was said', () => {
    expect(suspicionOf('it shrank by more than 40 %')).to.deep.equal({ kind: 'shrank' })
    expect(suspicionOf('2 parts that it had are said not to be present')).to.deep.equal({ kind: 'gone', n: 2 })
    expect(suspicionOf('something new')).to.deep.equal({ kind: 'other', text: 'something new' })
  })
})
