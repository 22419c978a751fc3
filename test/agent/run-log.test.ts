import { expect } from 'chai'
import { startRunLog } from '../../agent/run-log.ts'
import type { ReportedLine } from '../../shared/agent-protocol/report.ts'
import { type Failure, defaultAdvice, failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'

describe('a run log', () => {
  let sent: ReportedLine[][]
  const now = () => new Date('2026-11-21T10:00:00Z')
  const send = async (lines: ReportedLine[]) => void sent.push(lines)

  beforeEach(() => {
    sent = []
  })

  it('of a short run is sent with its result, with service time, text and code', async () => {
    const log = startRunLog({ secrets: [], now, send })

    log.log('info', message('log_prompt', { prompt: 'r1#' }))
    log.log('warn', message('log_chunks_missing'))
    const lines = await log.end()

    const at = '2026-11-21T10:00:00.000Z'
    expect(lines.map(({ line, ...rest }) => rest)).to.deep.equal([
      { at, level: 'info', code: 'log_prompt', params: { prompt: 'r1#' } },
      { at, level: 'warn', code: 'log_chunks_missing', params: {} },
    ])
    expect(lines[0]?.line).to.equal('The prompt is r1#')
    expect(sent).to.deep.equal([])
  })

  it('masks a secret in text and parameters, including nested messages', async () => {
    const log = startRunLog({ secrets: ['hunter22', 'pinned'], now, send })
    const failure: Failure = {
      code: 'command_refused',
      step: message('step_reading_with_command', { artifact: 'running-config', command: 'show hunter22' }),
      expected: null,
      seen: '% hunter22 is unknown',
      advice: defaultAdvice('command_refused'),
    }

    log.log('warn', message('log_failure', { failure: failureSentences(failure) }))
    log.log('warn', message('log_legacy_algorithms', { algorithms: ['aes128-cbc', 'hunter22'] }))
    log.log('info', message('log_certificate_trusted', { algorithm: 'x', fingerprint: 'y', reason: 'pinned' }))
    const lines = await log.end()

    expect(JSON.stringify(lines)).to.not.contain('hunter22')
    expect(lines[0]?.line).to.contain('show •••').and.contain('% ••• is unknown')
    expect(lines[1]?.params).to.deep.equal({ algorithms: ['aes128-cbc', '•••'] })
    expect(lines[2]?.params).to.include({ reason: 'pinned' })
  })

  it('of a long run is sent during the run', async () => {
    const arrived = new Promise<void>((resolve) => {
      const log = startRunLog({ secrets: [], now, everyMs: 1, send: async () => resolve() })
      log.log('info', message('log_chunks_missing'))
    })

    await arrived
  })

  it('is bounded in memory: long messages are truncated and sent as text', async () => {
    const log = startRunLog({ secrets: [], now, send })

    for (let at = 0; at < 6_000; at++) log.log('info', message('log_prompt', { prompt: 'x'.repeat(10_000) }))
    const lines = await log.end()

    expect(lines).to.have.length(5_001)
    expect(lines.at(-1)).to.deep.include({ code: 'log_lines_dropped', params: { lines: 1000 } })
    expect(lines[0]?.line).to.have.length(2_001)
    expect(lines[0]).to.not.have.any.keys('code', 'params')
  })

  it('discards lines once it is dropped', async () => {
    const log = startRunLog({ secrets: [], now, send })

    log.log('info', message('log_chunks_missing'))
    log.drop()
    const lines = await log.end()

    expect([...lines, ...sent]).to.deep.equal([])
  })
})
