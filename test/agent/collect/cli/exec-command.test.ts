import { setTimeout as wait } from 'node:timers/promises'
import { message } from '../../../../shared/messages/message.ts'
import { expect } from 'chai'
import { readAll } from '../../../../agent/collect/cli/exec-command.ts'
import type { ExecChannel } from '../../../../agent/sessions/session.ts'
import { failureOf } from '../../../support/failure-of.ts'

const step = message('step_reading', { artifact: 'running-config' })
const limits = { promptMs: 400, idleMs: 400, totalMs: 900, maxBytes: 10_000 }

describe('the output of a remote command', () => {
  it('is read only as fast as it is stored, without counting as device time', async () => {
    const heard: string[] = []

    const { stderr } = await readAll(channelOf(['a\n', 'b\n']), step, limits, [], async (piece) => {
      await wait(700)
      heard.push(piece)
    })

    expect([heard.join(''), stderr]).to.deep.equal(['a\nb\n', ''])
  })

  it('fails with the error of its reader', async () => {
    const failure = await failureOf(
      readAll(channelOf(['a\n']), step, limits, [], () => Promise.reject(new Error('no room'))),
    )

    expect(failure.message).to.equal('no room')
  })

  it('is reported as truncated, by size, when the device stops sending', async () => {
    const silent = channelOf(['host\n', 'password x\n'], wait(60_000, undefined, { ref: false }))

    const failure = await failureOf(readAll(silent, step, limits, [], () => Promise.resolve()))

    expect(failure).to.include({ code: 'output_truncated' })
    expect(failure.message).to.contain('16 bytes in 2 lines').and.not.contain('password')
  })
})

function channelOf(said: string[], then?: Promise<void>): ExecChannel {
  async function* dependencies(of: string[]) {
    for (const piece of of) yield await Promise.resolve(Buffer.from(piece))
    if (of.length > 0) await then
  }
  return {
    write: () => undefined,
    end: () => undefined,
    destroy: () => undefined,
    stderr: dependencies([]),
    exit: Promise.resolve({ code: 0, signal: null }),
    [Symbol.asyncIterator]: () => dependencies(said),
  }
}
