import { expect } from 'chai'
import { collectTexts, type TextOutcome } from '../../../agent/collect/collect-texts.ts'
import { DeviceFailure } from '../../../agent/device-failure.ts'

const artifacts = { config: {}, version: {}, 'extra-a': { isExtra: true as const } }

describe('the artifacts of a device', () => {
  it('are a failure if only the text of an extra command could be read', async () => {
    const failure: unknown = await collect(['extra-a']).catch((error: unknown) => error)

    expect(failure).to.be.instanceOf(DeviceFailure)
    expect(failure).to.include({ code: 'output_truncated' })
  })

  it('are kept if an extra command fails or one artifact of the platform was read', async () => {
    const withoutExtra = await collect(['config', 'version'])
    const withoutConfig = await collect(['version', 'extra-a'])

    expect(withoutExtra.failed.map(({ key }) => key)).to.deep.equal(['extra-a'])
    expect(withoutConfig.failed.map(({ key }) => key)).to.deep.equal(['config'])
  })
})

/** Collects from a device that answers for these artifacts only. */
function collect(answered: readonly string[]) {
  const context = { transport: 'ssh', secrets: [], log: () => {} } as const
  return collectTexts(Object.keys(artifacts), artifacts, context, (key): Promise<TextOutcome> => {
    if (!answered.includes(key)) return Promise.resolve({ kind: 'failed', code: 'output_truncated', seen: 'it ended' })
    const capture = { kind: 'text', key, transport: 'ssh', raw: Buffer.from(key), metadata: {} } as const
    return Promise.resolve({ kind: 'text', capture: { ...capture, capturedAt: new Date(0) } })
  })
}
