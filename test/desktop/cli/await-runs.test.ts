import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { type Run, awaitRuns } from '../../../desktop/cli/await-runs.ts'
import type { Connection } from '../../../desktop/cli/connection.ts'
import { createOutput } from '../../../desktop/cli/output.ts'

const error = 'The connection was refused.'
const queued = { id: 'run-1', device_name: 'edge1', status: 'queued', error: null, queued_at: '2026-11-26T00:00:00Z' }
const retrying = { ...queued, status: 'retrying', error, device_failures: 1, losses: 0 }

/** Waits for a run that has these states in turn, and returns the last one and the messages to the user. */
async function awaitStates(states: readonly object[], count = 1) {
  const left = [...states]
  const GET = () => Promise.resolve({ data: left.shift() })
  const connection = { api: { GET } } as unknown as Connection
  const stderr = new PassThrough()
  const out = createOutput(new PassThrough(), stderr, { form: 'people', isColourful: false })
  const others = Array.from({ length: count - 1 }, (_, at) => ({ ...queued, id: `run-${at + 2}`, status: 'succeeded' }))
  const runs = await awaitRuns(connection, 'acme', [queued, ...others] as unknown as Run[], Infinity, out)
  stderr.end()
  return { status: runs[0]?.status, messages: await text(stderr) }
}

describe('waiting for runs in the CLI', () => {
  it('reports a failure that Coffer retries only once', async () => {
    const again = { ...retrying, error: 'The connection timed out.\n', device_failures: 2 }
    const { status, messages } = await awaitStates([retrying, retrying, again, { ...again, status: 'failed' }])

    expect(status).to.equal('failed')
    expect(messages).to.match(
      /^edge1: The connection was refused\. Coffer retries the run\.\nedge1: The connection timed out\..* Coffer retries the run\.\n$/,
    )
  })

  it('reports no single failure when many runs are awaited', async () => {
    expect(await awaitStates([retrying, { ...retrying, status: 'failed' }], 11)).to.deep.equal({
      status: 'failed',
      messages: '',
    })
  })
})
