import { expect } from 'chai'
import { doubtsAbout } from '../../../shared/platforms/doubts.ts'

describe('what a version says of itself, beside the one before it', () => {
  for (const [what, before, after, doubt] of [
    ['another unit of a cluster answered', { serial: 'FG1' }, { serial: 'FG2' }, 'is FG2, it was FG1'],
    ['fewer device groups are shown', { device_groups: 3 }, { device_groups: 2 }, 'shows 2 device groups, it showed 3'],
    ['a part only is shown', {}, { partial: true }, 'a part only'],
    ['secrets are masked', {}, { masked: { secrets: 2 } }, 'secrets are masked'],
  ] as const) {
    it(`is looked at by a person when ${what}`, () => {
      expect(doubtsAbout(before, after).join()).to.contain(doubt)
      expect(doubtsAbout(after, after)).to.deep.equal([])
    })
  }

  it('says nothing of what it did not say before, nor of what came back', () => {
    expect(doubtsAbout({}, { serial: 'FG1', device_groups: 0 })).to.deep.equal([])
    expect(
      doubtsAbout({ partial: true, masked: { secrets: 1 }, device_groups: 1 }, { device_groups: 2 }),
    ).to.deep.equal([])
  })
})
