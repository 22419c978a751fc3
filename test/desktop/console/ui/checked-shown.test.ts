import { expect } from 'chai'
import { ticksShown } from '../../../../desktop/console/ui/checked-shown.ts'

describe('values to tick, of which there are many', () => {
  const options = Array.from({ length: 500 }, (_, at) => ({ value: `${at}`, label: `Agent ${at}` }))

  it('are found by a part of their name, and stay in sight while they are ticked', () => {
    const shown = ticksShown(options, ['499', '3'], 'agent 12')

    expect(shown.map(({ value }) => value)).to.deep.equal(
      ['3', '12', ...Array.from({ length: 10 }, (_, at) => `${120 + at}`), '499'], // prettier-ignore
    )
  })

  it('are not all drawn', () => {
    expect(ticksShown(options, ['499'], '').length).to.equal(101)
  })
})
