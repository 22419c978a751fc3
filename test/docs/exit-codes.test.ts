import fs from 'node:fs'
import { expect } from 'chai'
import { deviceExitCodes } from '../../agent/device-exit-codes.ts'
import { exitCodes as ofAgent } from '../../agent/exit-codes.ts'
import { exitCodes as ofClient } from '../../desktop/cli/exit-codes.ts'
import type { FailureCode } from '../../shared/contract/failures.ts'
import { defaultAdvice } from '../../shared/messages/failure.ts'
import { render } from '../../shared/messages/render.ts'

describe('exit codes', () => {
  for (const [page, codes] of [
    ['docs/agent.md', ofAgent],
    ['docs/cli.md', ofClient],
  ] as const) {
    it(`are all in the table of ${page}, each with its meaning`, () => {
      const [, table = ''] = fs.readFileSync(page, 'utf8').split(/^\| exit code \| meaning .*\n\| --.*\n/m)
      const rows = table.split(/\n(?!\|)/)[0]?.split('\n') ?? []
      const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))

      expect(cells.map(([, code]) => Number(code))).to.deep.equal(Object.values(codes))
      for (const [, code, when] of cells) expect(when, code).to.not.equal('')
    })
  }

  it('are in docs/agent.md for each device failure, with its advice', () => {
    const [, table = ''] = fs.readFileSync('docs/agent.md', 'utf8').split(/^\| device \| failure .*\n\| --.*\n/m)
    const rows = table.split(/\n(?!\|)/)[0]?.split('\n') ?? []
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))

    expect(cells.map(([, code, failure]) => [failure, Number(code)])).to.deep.equal(
      Object.entries(deviceExitCodes).map(([failure, code]) => [`\`${failure}\``, code]),
    )
    for (const [, , failure = '', advice] of cells) {
      expect(advice).to.equal(render(defaultAdvice(failure.slice(1, -1) as FailureCode), 'en'))
    }
    const all = [...Object.values(ofAgent), ...Object.values(deviceExitCodes)]
    expect(new Set(all).size).to.equal(all.length)
  })
})
