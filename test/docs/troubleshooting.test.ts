import fs from 'node:fs'
import { expect } from 'chai'
import { failures } from '../../shared/contract/failures.ts'

describe('docs/troubleshooting.md', () => {
  const text = fs.readFileSync('docs/troubleshooting.md', 'utf8').split(/^## Failed runs$/m)[1] ?? ''
  const rows = text.split('\n').filter((line) => /^\| `/.test(line))
  const cells = rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))

  it('has a cause and an action for each failure of a run, once', () => {
    const codes = cells.map(([, code = '']) => code.slice(1, -1))

    expect(codes.sort()).to.deep.equal(Object.keys(failures).sort())
    for (const [, code, cause, action] of cells) expect([cause, action], code).to.not.include('')
  })

  it('states which failures of a backup are retried', () => {
    const retried = cells.filter(([, , , , retry]) => retry === 'yes').map(([, code = '']) => code.slice(1, -1))
    const codes = Object.entries(failures).filter(([code, { again }]) => again && !code.startsWith('restore_'))

    expect(retried.sort()).to.deep.equal(codes.map(([code]) => code).sort())
  })
})
