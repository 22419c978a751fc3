import { expect } from 'chai'
import { createServiceLog } from '../../service/service-log.ts'

describe('the service log', () => {
  it('is JSON for log collectors', () => {
    const lines: string[] = []
    const log = createServiceLog('info', { write: (text) => lines.push(text) })

    log.info({ status: 503 }, 'request')
    log.debug('not of this level')

    expect(lines.map((line) => JSON.parse(line))).to.have.length(1)
    expect(JSON.parse(lines[0] ?? '')).to.include({ level: 30, status: 503, msg: 'request' })
  })

  it('is a line of text on a terminal, with its fields', () => {
    const lines: string[] = []
    const log = createServiceLog('info', { isTTY: true, write: (text) => lines.push(text) })

    log.warn({ worker: 'scheduler', tries: 2 }, 'it failed')
    log.error(new Error('no such thing'))

    expect(lines[0]).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z warn {2}it failed worker="scheduler" tries=2\n$/)
    expect(lines[1]).to.match(/Z error no such thing\nError: no such thing\n {4}at [\s\S]+\n$/)
  })
})
