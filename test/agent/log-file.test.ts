import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { appendToLogFile } from '../../agent/log-file.ts'

describe('the agent’s log file', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-log-'))
  after(() => fs.rmSync(folder, { recursive: true }))

  it('never exceeds its limit, and keeps the newest lines across its parts', () => {
    const file = path.join(folder, 'agent.log')
    const write = appendToLogFile(file, { maxBytes: 100, earlier: 2 })

    for (let line = 1; line <= 60; line++) write(`line ${String(line).padStart(3, '0')}\n`)

    const names = fs.readdirSync(folder)
    const sizes = names.map((name) => fs.statSync(path.join(folder, name)).size)
    const text = ['agent.log.2', 'agent.log.1', 'agent.log'].map((name) =>
      fs.readFileSync(path.join(folder, name), 'utf8'),
    )
    const numbers = [...text.join('').matchAll(/^line (\d+)$/gm)].map(([, number]) => Number(number))
    expect(names).to.have.members(['agent.log', 'agent.log.1', 'agent.log.2'])
    expect(Math.max(...sizes)).to.be.at.most(100)
    expect(numbers.at(-1)).to.equal(60)
    expect(numbers).to.deep.equal(numbers.map((_, at) => 61 - numbers.length + at)) // no line in between is missing
    expect(fs.statSync(file).mode & 0o777).to.equal(0o600)
  })

  it('loses lines, but does not stop the agent, if it cannot be written', () => {
    const write = appendToLogFile(path.join(folder, 'no such folder/agent.log'))

    expect(() => write('a line\n')).to.not.throw()
  })
})
