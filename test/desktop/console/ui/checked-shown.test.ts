import { expect } from 'chai'
import { ticksShown } from '../../../../desktop/console/ui/checked-shown.ts'

describe('a long group of checkboxes', () => {
  const options = Array.from({ length: 500 }, (_, at) => ({ value: `${at}`, label: `Agent ${at}` }))

  it('is filtered by part of a label, and keeps checked ones visible', () => {
    const shown = ticksShown(options, ['499', '3'], 'agent 12')

    expect(shown.map(({ value }) => value)).to.deep.equal(
      ['3', '12', ...Array.from({ length: 10 }, (_, at) => `${120 + at}`), '499'], // prettier-ignore
    )
  })

  it('does not draw all options', () => {
    expect(ticksShown(options, ['499'], '').length).to.equal(101)
  })
})
