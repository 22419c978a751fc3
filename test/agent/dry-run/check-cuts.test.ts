import { expect } from 'chai'
import { checkCuts } from '../../../agent/dry-run/check-cuts.ts'

const lines = Array.from({ length: 2_000 }, (_, at) => `line ${at} of the configuration`)
const whole = Buffer.from([...lines, 'end', '', ''].join('\n'))

describe('the cuts of a text', () => {
  it('are one at each kilobyte, all refused by the last line', async () => {
    const cuts = await checkCuts({ checks: { lastLine: /^end$/ }, brackets: false }, whole)

    expect(cuts).to.deep.equal({
      ...{ step_bytes: 1024, checked: Math.floor((whole.length - 3) / 1024), accepted: 0, accepted_at: [] },
    })
  })

  it('of a short text are 16 equal parts', async () => {
    const short = Buffer.from(`${'a line\n'.repeat(30)}end\n`)
    const cuts = await checkCuts({ checks: { lastLine: /^end$/ }, brackets: false }, short)

    expect(cuts.step_bytes).to.equal(Math.floor(213 / 16))
    expect(cuts.checked).to.equal(Math.ceil(213 / cuts.step_bytes) - 1)
  })

  it('behind the required line are accepted, also within a line', async () => {
    const cuts = await checkCuts({ checks: { requiredLines: [/^line 1000 /] }, brackets: false }, whole)

    const from = whole.indexOf('line 1000 ') + 'line 1000 '.length
    const first = Math.ceil(from / 1024) * 1024
    expect(cuts.accepted_at[0]).to.equal(first)
    expect(cuts.accepted).to.equal(Math.floor((whole.length - 3) / 1024) - first / 1024 + 1)
    expect(cuts.accepted_at).to.have.length(20)
  })

  it('are refused while brackets are open, also in one long line', async () => {
    const json = Buffer.from(JSON.stringify({ list: lines, quoted: '}]"}', last: [{}] }))
    const cuts = await checkCuts({ checks: {}, brackets: true }, json)

    expect(json.includes('\n')).to.equal(false)
    expect(cuts).to.include({ checked: Math.floor((json.length - 1) / 1024), accepted: 0 })
  })

  it('are accepted behind brackets that close early', async () => {
    const text = Buffer.from(`{ a }\n${'line\n'.repeat(5_000)}`)
    const cuts = await checkCuts({ checks: {}, brackets: true }, text)

    expect(cuts.accepted).to.equal(cuts.checked).and.greaterThan(20)
  })

  it('are refused while a text has too few lines', async () => {
    const wholeAccount = { minLines: 1_000, requiredLines: [] }
    const cuts = await checkCuts({ checks: { wholeAccount }, brackets: false }, whole)

    const thousandth = whole.indexOf('line 999 ')
    expect(cuts.accepted_at[0]).to.equal(Math.ceil((thousandth + 1) / 1024) * 1024)
  })
})
