import { expect } from 'chai'
import { midnightOf, sinceOf } from '../../../../desktop/console/ui/list-periods.ts'

const now = new Date('2026-03-12T18:30:00Z')

describe('the period of a list', () => {
  for (const [word, since] of [
    ['hour', '2026-03-12T17:30:00.000Z'],
    ['day', '2026-03-11T18:30:00.000Z'],
    ['week', '2026-03-05T18:30:00.000Z'],
    ['month', '2026-02-10T18:30:00.000Z'],
    ['quarter', '2025-12-11T18:30:00.000Z'],
    ['', undefined],
    ['ever', undefined],
    ['constructor', undefined],
  ] as const) {
    it(`begins at ${since ?? 'no time'} for '${word}'`, () => {
      expect(sinceOf(word, ['hour', 'day', 'week', 'month', 'quarter'], now)).to.equal(since)
    })
  }

  it('accepts only the periods that the list offers', () => {
    expect(sinceOf('hour', ['day', 'week'], now)).to.equal(undefined)
  })
})

describe('a calendar day', () => {
  for (const [day, later, begins] of [
    ['2026-03-01', 0, new Date(2026, 2, 1)],
    ['2026-03-01', 1, new Date(2026, 2, 2)],
    ['2026-12-31', 1, new Date(2027, 0, 1)],
    ['2026-03-29', 1, new Date(2026, 2, 30)],
    ['yesterday', 0, undefined],
    ['2026-3-1', 0, undefined],
    ['', 0, undefined],
  ] as const) {
    it(`begins at local midnight: '${day}' and ${later}`, () => {
      expect(midnightOf(day, later)).to.equal(begins?.toISOString())
    })
  }
})
