import { expect } from 'chai'
import { ReadingRecorder } from '../../../agent/dry-run/reading-recorder.ts'
import { reportDryRun } from '../../../agent/dry-run/report-dry-run.ts'
import { compileStored } from '../../../shared/platforms/stored-platform.ts'
import { aDocument } from '../../support/platform-documents.ts'

describe('the report of a dry run', () => {
  it('does not reveal a credential by the rules that match', async () => {
    const { extended } = aDocument('acme_switch', "compare: { volatile: ['Hunter', 'up$'] }\n")
    const recorder = new ReadingRecorder({ tryAcquire: () => true, release: () => {} })
    const raw = 'sw1#Hunter-2 secret\nport 1 up\n'
    const answer = { command: 'show running-config', sizeBytes: raw.length, isCut: false, durationMs: 5, outcome: null }
    recorder.exchanges.push({ ...answer, reading: 1, transport: 'ssh', artifact: 'running-config', raw })

    const secrets = ['Hunter-2 secret']
    const report = await reportDryRun(recorder, { platform: compileStored(extended), document: extended, secrets })

    const [shown] = report.exchanges
    expect(shown?.transcript.split('\n')[0]).to.equal('sw1#•••')
    const volatile = shown?.matches.filter(({ rule }) => rule === 'volatile')
    expect(volatile?.map(({ pattern, lines }) => [pattern, lines])).to.deep.equal([['up$', [2]]])
  })
})
