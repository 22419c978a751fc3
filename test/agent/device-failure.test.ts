import { expect } from 'chai'
import { DeviceFailure, withAdvice } from '../../agent/device-failure.ts'
import { message } from '../../shared/messages/message.ts'
import { renderFailure } from '../../shared/messages/render.ts'

const step = message('step_logging_in', { username: 'backup' })

describe('a device failure', () => {
  it('has a code, its step, what was expected, what was seen, and the advice of its code', () => {
    const failure = new DeviceFailure('prompt_timeout', {
      step,
      expected: message('expected_prompt'),
      seen: 'a\r\n\r\nb',
    })

    expect(failure.toData()).to.deep.equal({
      code: 'prompt_timeout',
      step,
      expected: message('expected_prompt'),
      seen: 'a ⏎ b',
      advice: message('advice_prompt_timeout'),
    })
  })

  it('is rendered in either language', () => {
    const failure = new DeviceFailure('auth_failed', { step, expected: message('expected_token'), seen: '%Bad' })

    expect(failure.message).to.equal(
      'The device refused the login. Step: logging in as backup. Expected: a token. Seen: %Bad. Check the credential.',
    )
    expect(renderFailure(failure, 'fr')).to.equal(
      'L’équipement a refusé l’ouverture de session. Étape\u00a0: ouverture de session en tant que backup. Attendu\u00a0: un jeton. Vu\u00a0: %Bad. Vérifiez les identifiants.',
    )
  })

  it('states that the device sent nothing', () => {
    const failure = new DeviceFailure('prompt_timeout', { step, seen: '' })

    expect(failure.message).to.contain('The device sent nothing.')
  })

  it('contains no secret, wherever it was quoted', () => {
    const facts = {
      step: message('step_logging_in', { username: 'S3cret!' }),
      expected: message('expected_shown_prompt', { prompt: 'S3cret!#' }),
      seen: 'Password: S3cret!\r\n',
    }

    const failure = new DeviceFailure('enable_failed', facts, ['S3cret!', 'step'])

    expect(JSON.stringify({ ...failure, message: failure.message })).to.not.contain('S3cret!')
    expect(failure.seen).to.equal('Password: •••')
    expect(failure.step).to.deep.equal(message('step_logging_in', { username: '•••' }))
  })

  it('quotes the end of a long text on one line, with control characters escaped', () => {
    const failure = new DeviceFailure('connection_lost', { step, seen: `${'x'.repeat(500)}\u001b[2J\0` })

    expect(failure.seen).to.match(/^…x+\\x1b\[2J\\x00$/)
    expect(failure.seen?.length).to.equal(301)
  })

  it('keeps its advice when more is added', () => {
    const failure = new DeviceFailure('auth_failed', { step, advice: message('advice_fortios_vdom') })

    const more = withAdvice(failure, message('advice_bigip_file_left', { file: 'a.ucs' }))

    expect(more.advice).to.deep.equal(
      message('advice_and', {
        first: message('advice_fortios_vdom'),
        second: message('advice_bigip_file_left', { file: 'a.ucs' }),
      }),
    )
  })
})
