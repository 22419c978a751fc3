import { expect } from 'chai'
import { linkTo } from '../../../agent/procedures/link-header.ts'

const cases: [string, string | undefined, string | undefined][] = [
  ['no header', undefined, undefined],
  ['an empty one', '', undefined],
  [
    'one link',
    '<https://n1.meraki.com/api/v1/a?startingAfter=L_2>; rel=next',
    'https://n1.meraki.com/api/v1/a?startingAfter=L_2',
  ],
  ['a quoted relation', '<https://h/a>; rel="next"', 'https://h/a'],
  [
    'commas and semicolons within an address',
    '<https://h/a?x=1,2;3>; rel=first, <https://h/b?x=1,2;3>; rel=next',
    'https://h/b?x=1,2;3',
  ],
  [
    'a comma within a quoted parameter',
    '<https://h/a>; title="one, <two>; rel=next"; rel=prev, <https://h/b>; rel=next',
    'https://h/b',
  ],
  ['another relation only', '<https://h/a>; rel=prev', undefined],
  ['several relations of one link', '<https://h/a>; rel="last next"', 'https://h/a'],
  ['a header without a link', 'string', undefined],
]

describe('the address of the next page', () => {
  for (const [what, header, expected] of cases) {
    it(`is parsed from ${what}`, () => {
      expect(linkTo('next', header)).to.equal(expected)
    })
  }
})
