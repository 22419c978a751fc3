import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { appliedSteps, migrate } from '../../../service/store/migrate.ts'
import { inScope } from '../../../service/store/scope.ts'
import { defaultAdvice } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import { renderFailure } from '../../../shared/messages/render.ts'
import { earlierDatabase } from '../../support/earlier-database.ts'
import { type EarlierRows, convert, earlierTexts, storeEarlierRows, storedText } from '../../support/earlier-texts.ts'
import { type Answer, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

/** Number of migrations of version 0.1, which stored sentences. */
const stepsOfSentences = 18

const inFrench = { 'accept-language': 'fr' }

describe('an upgrade from a version that stored texts', () => {
  let source: TestService
  let customer: Customer
  let rows: EarlierRows
  let upgraded: TestService
  let steps: number

  before(async () => {
    source = await startTestService()
    customer = await source.hasTenant()
    rows = await storeEarlierRows(source, customer)
    const db = await earlierDatabase(source.db, stepsOfSentences)
    steps = (await appliedSteps(db.owner)).length
    await inScope(db.owner, { kind: 'platform' }, (trx) =>
      trx('policy_runs').insert({
        ...{ id: randomUUID(), kind: 'sweep', started_at: source.dependencies.now(), outcome: 'nothing' },
        reason: 'there is no customer',
      }),
    )
    await migrate(db.owner)
    const { masterKey, settings, now } = source.dependencies
    upgraded = await startTestService({ db, masterKey, dataDirectory: settings.dataDirectory, now: now() })
  })
  after(async () => {
    await upgraded?.close()
    await source.close()
  })

  async function read(path: string, headers = {}): Promise<Answer['body']> {
    return must(await (await upgraded.as('platform_admin')).get(path, headers), 200)
  }

  async function everything() {
    const paths = [
      `/api/runs/${rows.runId}`,
      `/api/reports/daily?tenant=${customer.id}&day=${rows.day}`,
      `/api/discovery/fleets/${rows.fleetId}`,
    ]
    const [english, french] = [[], []] as Answer['body'][][]
    for (const path of paths) {
      english!.push(await read(path))
      french!.push(await read(path, inFrench))
    }
    return { english: english!, french: french! }
  }

  const loginFailed = {
    code: 'auth_failed',
    step: message('step_logging_in', { username: 'backup' }),
    expected: message('expected_prompt'),
    seen: '% Login invalid',
    advice: defaultAdvice('auth_failed'),
  }

  it('returns them as codes, in English and French, at once', async () => {
    expect(steps).to.equal(stepsOfSentences)

    const { english, french } = await everything()

    const [run, report, fleet] = english
    const [runInFrench, reportInFrench, fleetInFrench] = french
    expect(run.failure).to.deep.include(loginFailed)
    expect(run.error).to.equal(renderFailure(loginFailed, 'en'))
    expect(runInFrench.failure).to.deep.include(loginFailed)
    expect(runInFrench.error).to.equal(renderFailure(loginFailed, 'fr'))
    expect(run.artifacts[1].failure.advice).to.deep.equal(message('legacy_text', { text: 'unheard of' }))
    expect([run, runInFrench].map(({ artifacts }) => artifacts[1].message)).to.deep.equal(['unheard of', 'unheard of'])
    expect(run.steps[1].failure).to.deep.include(loginFailed)
    const [exception] = report.exceptions
    expect(exception.failure).to.deep.include(loginFailed)
    expect(exception.last_error).to.equal(run.error)
    expect(reportInFrench.exceptions[0].last_error).to.equal(runInFrench.error)
    expect(fleet.last_scan.failure.step).to.deep.equal(
      message('step_requesting', { step: message('step_asking_cloud'), method: 'GET', path: '/organizations' }),
    )
    expect(fleetInFrench.last_scan.error).to.not.equal(fleet.last_scan.error)
    const [task] = await read('/api/policy-runs?kind=sweep', inFrench)
    expect(task).to.include({ reason_code: 'no_tenant', reason: 'Il n’y a aucun client.' })
  })

  it('converts them in the background, with the same responses', async () => {
    const before = await everything()

    const { outcome, counts } = await convert(upgraded)

    expect(outcome).to.equal('done')
    expect(counts).to.include({ converted: 4, unreadable: 0 })
    const place = { table: 'jobs', id: rows.runId, column: 'error' }
    expect(await storedText(upgraded, customer, place)).to.not.contain(earlierTexts.error)
    expect(await everything()).to.deep.equal(before)
  })
})
