import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { findSuspicions } from '../../../shared/platforms/suspicion-rules.ts'

describe('the metadata of a version compared with the previous one', () => {
  for (const [what, before, after, doubt] of [
    [
      'another unit of a cluster answered',
      { serial: 'FG1' },
      { serial: 'FG2' },
      message('serial_number_changed', { serial: 'FG2', previous_serial: 'FG1' }),
    ],
    [
      'fewer device groups are shown',
      { device_groups: 3 },
      { device_groups: 2 },
      message('device_groups_fewer', { count: 2, previous_count: 3 }),
    ],
    ['only a part is shown', {}, { partial: true }, message('capture_partial')],
    ['secrets are masked', {}, { masked: { secrets: 2 } }, message('secrets_masked')],
  ] as const) {
    it(`is suspicious when ${what}`, () => {
      expect(findSuspicions(before, after)).to.deep.equal([doubt])
      expect(findSuspicions(after, after)).to.deep.equal([])
    })
  }

  it('is not suspicious for new facts or recovered ones', () => {
    expect(findSuspicions({}, { serial: 'FG1', device_groups: 0 })).to.deep.equal([])
    expect(
      findSuspicions({ partial: true, masked: { secrets: 1 }, device_groups: 1 }, { device_groups: 2 }),
    ).to.deep.equal([])
  })
})
