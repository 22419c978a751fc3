import { expect } from 'chai'
import { heldText, ReadingRecorder } from '../../../agent/dry-run/reading-recorder.ts'
import { createSharedBudget, heldBytes, openBudget } from '../../../agent/repository/memory-budget.ts'
import { dryRunLimits } from '../../../shared/agent-protocol/dry-run.ts'

const text = (raw: string) => ({
  kind: 'text' as const,
  text: {
    kind: 'text' as const,
    key: 'config',
    transport: 'ssh' as const,
    raw: Buffer.from(raw),
    metadata: {},
    capturedAt: new Date(0),
  },
})

describe('the record of a dry run', () => {
  const begin = (limitBytes: number) => {
    const shared = createSharedBudget(limitBytes, 1)
    return { shared, recorder: new ReadingRecorder(openBudget(shared, 0)) }
  }

  it('counts its records against the memory of the agent, and releases it', () => {
    const { shared, recorder } = begin(1_000)
    recorder.requested('config', 'show config', 'ssh')
    recorder.received('x'.repeat(300))
    recorder.decided(text('y'.repeat(200)))

    const held = heldBytes(shared)
    recorder.release()

    expect([held, heldBytes(shared)]).to.deep.equal([500, 0])
  })

  it('cuts a transcript for which there is no memory', () => {
    const { recorder } = begin(1_000)
    recorder.requested('config', 'show config', 'ssh')
    recorder.received('a'.repeat(900))
    recorder.received('b'.repeat(200))
    recorder.received('c')

    expect(recorder.exchanges[0]).to.include({ raw: 'a'.repeat(900), isCut: true, sizeBytes: 1_101 })
  })

  it('keeps the size of a text for which there is no memory', () => {
    const { recorder } = begin(100)
    recorder.requested('config', 'show config', 'ssh')
    recorder.decided(text('y'.repeat(200)))

    const [exchange] = recorder.exchanges
    expect(exchange && heldText(exchange)).to.equal(undefined)
    expect(exchange?.outcome).to.have.nested.include({ kind: 'text', 'text.content.size': 200 })
  })

  it('records no more exchanges than a report allows', () => {
    const { recorder } = begin(1_000_000)
    for (let at = 0; at <= dryRunLimits.exchanges; at++) {
      recorder.requested(`text-${at}`, 'show', 'ssh')
      recorder.received('answer')
    }

    expect(recorder.exchanges.at(-2)?.raw).to.equal('answer')
    expect(recorder.exchanges.at(-1)).to.include({ raw: '', isCut: true })
  })
})
