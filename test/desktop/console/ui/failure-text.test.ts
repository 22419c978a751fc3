import { expect } from 'chai'
import { i18n } from '../../../../desktop/console/language/i18n.ts'
import { loadMessages } from '../../../../desktop/console/language/service-messages.ts'
import {
  exceptionReason,
  exceptionText,
  failureText,
  runReason,
  stepDetail,
  stepText,
} from '../../../../desktop/console/ui/failure-text.ts'
import { defaultAdvice } from '../../../../shared/messages/failure.ts'
import { message } from '../../../../shared/messages/message.ts'
import { render } from '../../../../shared/messages/render.ts'

const failure = {
  code: 'auth_failed' as const,
  step: message('step_logging_in', { username: 'backup' }),
  expected: null,
  seen: '% Login invalid',
  advice: defaultAdvice('auth_failed'),
  message: 'The device refused the login.',
}

const exception = {
  device_id: 'r1',
  name: 'r1',
  customer: 'acme',
  state: 'partial' as const,
  reasons: ['partial' as const],
  last_success_at: null,
  last_success_age_label: 'never',
  last_error: null,
  error_code: null,
  failure: null,
  failed_artifacts: [],
  warnings: [],
  warning_messages: [],
  suspicious_versions: [],
}

describe('the text of a failure', () => {
  before(() => Promise.all([loadMessages('en'), loadMessages('fr')]))
  beforeEach(() => (i18n.global.locale.value = 'fr'))
  afterEach(() => (i18n.global.locale.value = 'en'))

  it('is in the user’s language, with device output unchanged', () => {
    expect(failureText({ failure, error: failure.message })).to.contain('L’équipement a refusé')
    expect(failureText({ failure })).to.contain('ouverture de session').and.contain('% Login invalid')
    i18n.global.locale.value = 'en'
    expect(failureText({ failure })).to.contain('The device refused the login')
  })

  it('is the API’s text for an unknown code, or if an earlier service sends no failure', () => {
    const newer = { ...failure, advice: { code: 'advice_of_tomorrow', params: {} } }

    expect(failureText({ failure: newer })).to.equal(failure.message)
    expect(failureText({ error: 'refused' })).to.equal('refused')
    expect(failureText({ failure: null, error: null })).to.equal(undefined)
  })

  it('names the steps of a connection test and the last device output', () => {
    const base = { ok: false, duration_ms: 1 }
    const failed = { ...base, name: 'logging in as backup', step: failure.step, failure, last_lines: ['a', 'b'] }

    expect(stepText({ ...base, ok: true, name: 'connect', step: message('test_step_connect') })).to.equal('connexion')
    expect(stepText(failed)).to.equal('ouverture de session en tant que backup')
    expect(stepDetail(failed))
      .to.contain('L’équipement a refusé')
      .and.match(/a ⏎ b$/)
  })

  it('lists what a partial backup did not collect, with its warnings', () => {
    const text = exceptionText({
      ...exception,
      last_error: 'in English',
      failed_artifacts: [{ key: 'startup-config', failure }],
      warnings: ['a warning in English', 'a warning'],
      warning_messages: [
        message('warning_file_left', { file: 'a.ucs' }),
        { code: 'warning_of_a_later_release', params: {} },
      ],
    })

    const [first, ...rest] = text?.split('; ') ?? []
    expect(first).to.match(/^startup-config: L’équipement a refusé/)
    expect(rest).to.deep.equal([render(message('warning_file_left', { file: 'a.ucs' }), 'fr'), 'a warning'])
  })

  it('is a short title and remedy, with the API’s text for an unknown code', () => {
    const newer = { ...failure, code: 'failure_of_tomorrow', advice: { code: 'advice_of_tomorrow', params: {} } }

    i18n.global.locale.value = 'en'
    expect(exceptionReason({ ...exception, failure })).to.deep.equal({
      title: 'Login refused',
      remedy: 'Check the credential.',
      whole: failureText({ failure }),
    })
    expect(exceptionReason({ ...exception, failure: newer as unknown as typeof failure })).to.deep.equal({
      remedy: failure.message,
      whole: failure.message,
    })
    expect(exceptionReason({ ...exception, error_code: 'no_agent' })).to.deep.equal({
      title: 'No agent available',
      remedy: 'Start an agent that is authorised for this device.',
      whole: 'Start an agent that is authorised for this device.',
    })
    expect(exceptionReason(exception)).to.equal(undefined)
  })

  it('names the part of a partial backup that failed, and is the warning of a run without a failure', () => {
    const partial = { ...exception, failed_artifacts: [{ key: 'startup-config', failure }] }
    const run = { failure: null, error: null, error_code: null, warnings: ['a', 'b'], warning_messages: [] }

    i18n.global.locale.value = 'en'
    expect(exceptionReason(partial)?.title).to.equal('startup-config: Login refused')
    expect(exceptionReason(partial)?.remedy).to.equal('Check the credential.')
    expect(runReason(run)).to.deep.equal({ remedy: 'a', whole: 'a; b' })
    expect(runReason({ ...run, warnings: [] })).to.equal(undefined)
  })
})
