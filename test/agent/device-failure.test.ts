import { expect } from 'chai'
import { DeviceFailure } from '../../agent/device-failure.ts'

describe('a failure', () => {
  it('names the step, what was expected, what was seen, and what to try', () => {
    const failure = new DeviceFailure('prompt_timeout', { step: 'waiting', expected: 'a prompt', seen: 'a\r\n\r\nb' })

    expect(failure.message).to.equal(
      'failed while waiting; expected a prompt; seen: a ⏎ b. To try: see in the log what the device sent last; check its load and its AAA servers.',
    )
    expect(failure).to.include({ code: 'prompt_timeout', step: 'waiting', expected: 'a prompt', seen: 'a ⏎ b' })
  })

  it('says so when nothing was seen', () => {
    const failure = new DeviceFailure('prompt_timeout', { step: 'waiting', seen: '' })

    expect(failure.message).to.contain('nothing was seen')
  })

  it('holds no secret, wherever it was quoted', () => {
    const facts = { step: 'logging in', expected: 'not S3cret!', seen: 'Password: S3cret!\r\n' }

    const failure = new DeviceFailure('enable_failed', facts, ['S3cret!'])

    expect(JSON.stringify({ ...failure, message: failure.message })).to.not.contain('S3cret!')
    expect(failure.seen).to.equal('Password: •••')
  })

  it('quotes the end of a long text, on one line, with control characters made visible', () => {
    const failure = new DeviceFailure('connection_lost', { step: 'reading', seen: `${'x'.repeat(500)}\u001b[2J\0` })

    expect(failure.seen).to.match(/^…x+\\x1b\[2J\\x00$/)
    expect(failure.seen?.length).to.equal(301)
  })

  it('gives better advice where there is some', () => {
    const failure = new DeviceFailure('auth_failed', { step: 'logging in', advice: 'ask the owner' })

    expect(failure.message).to.contain('To try: ask the owner.')
  })
})
