import { expect } from 'chai'
import { startRunLog } from '../../agent/run-log.ts'
import type { ReportedLine } from '../../shared/agent-protocol/report.ts'

describe('a run’s log', () => {
  let sent: ReportedLine[][]
  const now = () => new Date('2026-11-21T10:00:00Z')
  const send = async (lines: ReportedLine[]) => void sent.push(lines)

  beforeEach(() => {
    sent = []
  })

  it('of a short run is sent with its result, with the service’s time and without secrets', async () => {
    const log = startRunLog({ secrets: ['hunter22'], now, send })

    log.log('info', 'logging in with hunter22')
    log.log('warn', 'slow')
    const lines = await log.end()

    expect(lines).to.deep.equal([
      { at: '2026-11-21T10:00:00.000Z', level: 'info', line: 'logging in with •••' },
      { at: '2026-11-21T10:00:00.000Z', level: 'warn', line: 'slow' },
    ])
    expect(sent).to.deep.equal([])
  })

  it('of a long run is sent while it runs', async () => {
    const arrived = new Promise<void>((resolve) => {
      const log = startRunLog({ secrets: [], now, everyMs: 1, send: async () => resolve() })
      log.log('info', 'reading')
    })

    await arrived
  })

  it('cannot fill the memory', async () => {
    const log = startRunLog({ secrets: [], now, send })

    for (let at = 0; at < 6_000; at++) log.log('info', 'x'.repeat(10_000))
    const lines = await log.end()

    expect(lines).to.have.length(5_001)
    expect(lines.at(-1)?.line).to.equal('1000 more lines are left out')
    expect(lines[0]?.line).to.have.length(2_001)
  })

  it('is silent once it is dropped', async () => {
    const log = startRunLog({ secrets: [], now, send })

    log.log('info', 'of a lost lease')
    log.drop()
    const lines = await log.end()

    expect([...lines, ...sent]).to.deep.equal([])
  })
})
