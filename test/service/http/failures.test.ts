import { expect } from 'chai'
import { exceptionsBinding } from '../../../service/domain/reporting/daily-report/frozen-report.ts'
import { sealField } from '../../../service/keys/sealed-field.ts'
import type { ReportedResult } from '../../../shared/agent-protocol/report.ts'
import { type Failure, defaultAdvice } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import { type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import { jobSteps } from '../../support/job-steps.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../support/service.ts'

const inFrench = { 'accept-language': 'fr' }

const failure: Failure = {
  code: 'auth_failed',
  step: message('step_logging_in', { username: 'backup' }),
  expected: message('expected_prompt'),
  seen: '% Login invalid',
  advice: defaultAdvice('auth_failed'),
}

describe('run failures', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let agent: FakeAgent
  const { hasDevice, trigger, asPlatform } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    agent = await anAgent(service, customer)
  })
  after(() => service.close())

  /** Executes a backup that an agent ends with this report. */
  async function endRun(report: Partial<ReportedResult>, errorCode = 'auth_failed'): Promise<string> {
    const device = await hasDevice({ retry_attempts: 0 })
    const { id } = await trigger(device.id)
    const answer = await agent.result(await agent.startJob(), { outcome: 'failed', error_code: errorCode, report })
    expect(answer.status).to.equal(200)
    return id
  }

  async function runOf(id: string, headers = {}): Promise<Answer['body']> {
    return must(await operator.get(`/api/runs/${id}`, headers), 200)
  }

  it('are returned as codes with parameters, and as text in the accepted language', async () => {
    const id = await endRun({ failure, error: 'in English' })

    const [english, french] = [await runOf(id), await runOf(id, inFrench)]

    const { message: text, ...data } = french.failure
    expect(data).to.deep.equal(failure)
    expect(french.error).to.equal(text)
    expect(text)
      .to.match(/^L’équipement a refusé/)
      .and.contain('% Login invalid')
    expect(english.error).to.match(/^The device refused the login\. Step: logging in as backup\./)
    const [cause] = must(await operator.get('/api/backups/failures', inFrench), 200)
    expect(cause.latest).to.deep.include({ error: text, failure: french.failure })
  })

  it('of one artifact are returned beside collected ones', async () => {
    const device = await hasDevice()
    const { id } = await trigger(device.id)
    const job = await agent.startJob()
    const captured = await agent.capture(job, { 'running-config': 'hostname r1\nend\n' })
    const failed = { key: 'version', transport: 'ssh', state: 'failed', error_code: 'command_refused' } as const
    const refused: Failure = { ...failure, code: 'command_refused', advice: defaultAdvice('command_refused') }
    const report = { artifacts: { 'version/ssh': { failure: refused, message: 'in English' } } }
    await agent.result(job, { artifacts: [...captured, failed], report })

    const run = await runOf(id, inFrench)

    const version = run.artifacts.find(({ key }: { key: string }) => key === 'version')
    expect(version.failure).to.deep.include(refused)
    expect(version.message)
      .to.equal(version.failure.message)
      .and.match(/^L’équipement/)
    const report2 = must(await operator.get('/api/reports/daily', inFrench), 200)
    const [exception] = report2.exceptions
    expect(exception.failed_artifacts).to.deep.equal([{ key: 'version', failure: version.failure }])
    expect(exception.last_error).to.equal(`version: ${version.message}`)
  })

  it('of a connection test name the step and the last device output', async () => {
    const device = await hasDevice()
    const { id } = must(await operator.post(`/api/devices/${device.id}/test`), 202)
    const failed = { name: 'logging in as backup', ok: false, duration_ms: 5, detail: 'in English' }
    const steps = [
      { name: 'connect', ok: true, duration_ms: 3 },
      { ...failed, failure, last_lines: ['Login:', '% Login invalid'] },
    ]
    const report = { failure, steps }
    await agent.result(await agent.startJob(), { outcome: 'failed', error_code: 'auth_failed', report })

    const run = await runOf(id, inFrench)

    expect(run.steps.map((step: { step: unknown }) => step.step)).to.deep.equal([
      message('test_step_connect'),
      failure.step,
    ])
    expect(run.steps[1].name).to.equal('ouverture de session en tant que backup')
    expect(run.steps[1].detail)
      .to.match(/^L’équipement/)
      .and.match(/Login: ⏎ % Login invalid$/)
    expect(run.steps[1].last_lines).to.deep.equal(['Login:', '% Login invalid'])
  })

  it('are accepted as text from an agent of an earlier release', async () => {
    const known =
      'failed while logging in as backup; expected a prompt; seen: % Login invalid. To try: check the credential.'

    const [converted, quoted] = [await endRun({ error: known }), await endRun({ error: 'r1: something unheard of' })]

    const { message: _text, ...data } = (await runOf(converted)).failure
    expect(data).to.deep.equal(failure)
    const run = await runOf(quoted, inFrench)
    expect(run.error).to.equal('r1: something unheard of')
    expect(run.failure.advice).to.deep.equal(message('legacy_text', { text: 'r1: something unheard of' }))
  })

  it('are limited in size, whatever an agent sends', async () => {
    const strange = {
      code: 'failure_of_tomorrow',
      step: { code: 'step_requesting', params: { step: 7, method: ['a'], path: null } },
      expected: { code: 'expectation_of_tomorrow', params: { size: 'x'.repeat(20_000) } },
      seen: 'x'.repeat(20_000),
      advice: { code: 'advice_and', params: { first: null, second: { code: 3 } } },
    }

    const id = await endRun({ failure: strange as unknown as Failure }, 'failure_of_tomorrow')

    const run = await runOf(id, inFrench)
    expect(run.failure).to.include({ code: 'internal_error' })
    expect(run.failure.seen).to.have.length(8_192)
    expect(run.failure.expected).to.deep.equal({ code: 'expectation_of_tomorrow', params: {} })
  })

  it('that an earlier version stored as text are parsed', async () => {
    const id = await endRun({ failure })
    const keys = await service.dependencies.keys.of(customer.id)
    const sentence = 'failed while reading running-config; nothing was seen. To try: check the credential.'
    const artifact = { key: 'version', transport: 'ssh', outcome: 'failed', code: 'command_refused' }
    const steps = [
      { name: 'logging in as backup', ok: false, duration_ms: 1, detail: `${sentence} The device sent last: a ⏎ b` },
    ]
    const summary = { artifacts: [{ ...artifact, message: 'unheard of' }], steps, warnings: [] }
    await asPlatform((trx) =>
      trx('jobs')
        .where({ id })
        .update({
          error: sealField(keys, { row: id, field: 'error' }, sentence),
          summary: sealField(keys, { row: id, field: 'summary' }, JSON.stringify(summary)),
        }),
    )

    const run = await runOf(id, inFrench)

    expect(run.failure).to.deep.include({
      code: 'auth_failed',
      step: message('step_reading', { artifact: 'running-config' }),
      seen: '',
      advice: defaultAdvice('auth_failed'),
    })
    expect(run.error).to.match(/^L’équipement/)
    expect(run.artifacts[0]).to.deep.include({ message: 'unheard of', code: 'command_refused' })
    expect(run.steps[0].failure.step).to.deep.equal(message('step_reading', { artifact: 'running-config' }))
    expect(run.steps[0].last_lines).to.deep.equal(['a', 'b'])
  })

  it('that an earlier version stored in a report are parsed', async () => {
    await endRun({ failure })
    const admin = await customer.as('tenant_admin')
    const { day } = must(await admin.post('/api/reports/daily/persist'), 200)
    const keys = await service.dependencies.keys.of(customer.id)
    await asPlatform(async (trx) => {
      const { id } = await trx('daily_reports').where({ tenant_id: customer.id, day }).first('id')
      const base = { deviceId: id, state: 'failed', reasons: ['failed'], lastSuccessAt: null, ageLabel: 'never' }
      const exceptions = [
        { ...base, name: 'a', suspiciousVersions: [], errorCode: 'auth_failed', lastError: 'a: check the credential.' },
        { ...base, name: 'b', suspiciousVersions: [], errorCode: null, lastError: 'version: unheard of' },
      ]
      const sealed = sealField(keys, exceptionsBinding(id), JSON.stringify(exceptions))
      await trx('daily_reports').where({ id }).update({ exceptions: sealed })
    })

    const { exceptions } = must(await operator.get(`/api/reports/daily?day=${day}`, inFrench), 200)

    expect(exceptions[0].failure).to.deep.include({ code: 'auth_failed', step: null })
    expect(exceptions[0].last_error).to.match(/^L’équipement a refusé/)
    expect(exceptions[1]).to.deep.include({ failure: null, last_error: 'version: unheard of' })
  })
})
