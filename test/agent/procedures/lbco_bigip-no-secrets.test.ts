import { message } from '../../../shared/messages/message.ts'
import { expect } from 'chai'
import { refusalOf } from '../../../agent/collect/api/api-refusal.ts'
import { execCommand } from '../../../agent/collect/cli/exec-command.ts'
import { failureOf } from '../../support/failure-of.ts'
import type { ExecChannel } from '../../../agent/sessions/session.ts'
import { knownWords } from '../../../shared/redact/describe-size.ts'
import { bigipWords } from '../../../shared/platforms/bigip-replies.ts'
import type { HttpsAnswer } from '../../../agent/sessions/https.ts'

const key = 'oruIVCHfmVBnwGaSR/+MAA=='

describe('messages about a BIG-IP contain no secret', () => {
  it('when the channel ends within the master key', async () => {
    const limits = { promptMs: 1_000, idleMs: 1_000, totalMs: 1_000, maxBytes: 1_000 }

    const failure = await failureOf(
      execCommand(endingWithoutStatus(`${key}\n`), message('step_reading', { artifact: 'master-key' }), limits, []),
    )

    expect(failure).to.include({ code: 'output_truncated' })
    expect(failure.message).to.contain('25 bytes').and.not.contain(key)
  })

  it('when an error appears beside a listing', () => {
    const listing = `auth user admin {\n    encrypted-password ${key}\n}\nUnexpected Error: Can't display all items\n`

    expect(knownWords(listing, bigipWords.errorPatterns)).to.equal("Unexpected Error: Can't display all items")
  })

  it('when a response is not JSON, has another type or is no error despite its status', async () => {
    const bodies = [`{"commandResult":"${key}\\n"`, `<phash>${key}</phash>`, `{"commandResult":"${key}"}`]
    for (const body of bodies) {
      for (const status of [200, 400, 500]) {
        const { seen } = await refusalOf(answer(status, body), message('expected_json'))

        expect(seen).to.equal(`${status}, text/html: ${body.length} bytes, one line of ${body.length} characters`)
      }
    }
    const own = await refusalOf(answer(404, '{"code":404,"message":"Object not found"}'))
    expect(own.seen).to.equal('404, text/html: Object not found')
  })
})

function endingWithoutStatus(said: string): ExecChannel {
  const channel = {
    end: () => undefined,
    destroy: () => undefined,
    stderr: dependencies(''),
    exit: Promise.resolve({ code: null, signal: 'HUP' }),
    [Symbol.asyncIterator]: () => dependencies(said),
  }
  return channel as unknown as ExecChannel
}

function answer(status: number, body: string): HttpsAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html' },
    body: dependencies(body),
    discard: () => undefined,
  } as unknown as HttpsAnswer
}

async function* dependencies(text: string): AsyncGenerator<Buffer> {
  await Promise.resolve()
  yield Buffer.from(text)
}
