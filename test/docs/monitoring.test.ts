import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { parse } from 'yaml'
import { acquireTraceLease } from '../../service/domain/reporting/traces/trace-lease.ts'
import { recountLocks } from '../../service/domain/repository/object-lock/recount-locks.ts'
import { anAgent } from '../support/fake-agent.ts'
import { jobSteps } from '../support/job-steps.ts'
import { hasLock, pretendToLock } from '../support/object-locks.ts'
import { type Prometheus, prometheusMissing, startPrometheus } from '../support/prometheus.ts'
import { type TestService, must, startTestService } from '../support/service.ts'

const rulesFile = path.resolve('docs/coffer.rules.yml')
const ruleTestsFile = path.resolve('test/docs/coffer.rules.test.yml')
const page = fs.readFileSync('docs/monitoring.md', 'utf8')

interface Rule {
  alert: string
  expr: string
  for?: string
}
/** A test of promtool: the alerts that these series raise. */
interface RuleTest {
  input_series: { series: string }[]
  alert_rule_test?: { alertname: string; exp_alerts: unknown[] }[]
}
interface Panel {
  title: string
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>
  targets?: { expr: string }[]
}

const [{ rules }] = (parse(fs.readFileSync(rulesFile, 'utf8')) as { groups: [{ rules: Rule[] }] }).groups
const { tests: ruleTests } = parse(fs.readFileSync(ruleTestsFile, 'utf8')) as { tests: RuleTest[] }
const dashboard = JSON.parse(fs.readFileSync('docs/coffer-dashboard.json', 'utf8')) as {
  panels: Panel[]
  templating: { list: { name: string; definition?: string }[] }
}
const queries = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))

describe('the rules and the dashboard for Prometheus', () => {
  let service: TestService
  let prometheus: Prometheus
  before(async function () {
    if (prometheusMissing()) return this.skip()
    service = await startTestService({
      environment: { BKP_METRICS_DEVICES: '10', BKP_TRACES_URL: 'http://127.0.0.1:9' },
    })
    Object.assign(service.dependencies, {
      readDatabaseClock: async () => service.dependencies.now(),
      certificateEndsAt: () => new Date('2027-01-02T00:00:00Z'),
    })
    const customer = await service.hasTenant('acme')
    const operator = await customer.as('tenant_operator')
    const steps = jobSteps(() => ({ service, customer, operator }))
    const { id } = await steps.hasDevice({ name: 'edge-1', site: 'Lyon', schedule: '0 2 * * *' })
    await steps.backUp(await anAgent(service, customer), id, { 'running-config': 'hostname r1\n!\nend\n' })
    await steps.asPlatform((trx) => acquireTraceLease({ trx, now: service.dependencies.now() }, randomUUID()))
    await hasLock(service, customer, 'pack')
    await recountLocks(service.dependencies, 0)
    pretendToLock(service)
    const admin = await service.as('platform_admin')
    const { readDatabaseClock } = service.dependencies
    service.dependencies.readDatabaseClock = () => Promise.reject(new Error('database clock unreadable'))
    must(await admin.get('/metrics'), 500)
    Object.assign(service.dependencies, { readDatabaseClock })
    const fields = { name: 'prometheus', role: 'platform_operator', expires_in_days: 90, networks: [] }
    service.advance(3 * 86_400_000) // for the store's growth
    const { token } = must(await admin.post('/api/auth/tokens', fields), 201)
    prometheus = await startPrometheus(service.url, token, rulesFile)
    await prometheus.whenScraped()
  })
  after(async () => {
    await prometheus?.stop()
    await service?.close()
  })

  /** Runs promtool beside the service, which Prometheus scrapes meanwhile. @throws Error with its output if it fails */
  const promtool = (...options: string[]) => promisify(execFile)('promtool', options)

  /** Returns the series of Coffer that have this name and exactly its labels, as Prometheus stored them. */
  async function seriesLike(series: string): Promise<string[]> {
    const labelled = /\{(.*)\}/.exec(series)?.[1] ?? ''
    const order = [...labelled.matchAll(/(\w+)="/g)].map(([, label = '']) => label)
    const found = await prometheus.query(series)
    return found.map(({ metric: { __name__: name = '', instance: _instance, job: _job, ...labels } }) => {
      const rest = Object.keys(labels).filter((label) => !order.includes(label))
      return `${name}{${[...order, ...rest].map((label) => `${label}="${labels[label]}"`).join()}}`
    })
  }

  it('pass promtool, and Prometheus loads every alert', async () => {
    await promtool('check', 'rules', rulesFile)

    expect(await prometheus.alerts()).to.have.members(rules.map(({ alert }) => alert))
  })

  it('raise each alert for its series, and none for those of healthy replicas', async () => {
    await promtool('test', 'rules', ruleTestsFile)

    const raised = ruleTests.flatMap(({ alert_rule_test: each = [] }) => each).filter(({ exp_alerts: alerts }) => alerts.length > 0) // prettier-ignore
    expect([...new Set(raised.map(({ alertname }) => alertname))]).to.have.members(rules.map(({ alert }) => alert))
  })

  it('are tested with series that a running Coffer has', async () => {
    const own = (series: string) => series.replace(/,?instance="[^"]*",job="coffer"/, '')
    const tested = new Set(ruleTests.flatMap(({ input_series: each }) => each.map(({ series }) => own(series))))

    for (const series of tested) expect(await seriesLike(series), series).to.include(series)
    expect(tested.size).to.be.above(25)
  })

  it('have an alert for each expression of docs/monitoring.md', () => {
    const section = page.slice(page.indexOf('### Alerts'), page.indexOf('Each replica reports the metrics'))
    const rows = section.split('\n').filter((line) => line.startsWith('| `'))
    const written = rows.flatMap((row) => {
      const [cell = ''] = row.slice(2).split(/ \| /)
      return [...cell.matchAll(/`([^`]+)`/g)].map(([, expression = '']) => expression.replaceAll('\\|', '|'))
    })

    expect(rows).to.have.length(rules.length)
    for (const expression of written) expect(rules.some(({ expr }) => expr.includes(expression)), expression).to.equal(true) // prettier-ignore
  })

  it('use only metrics that a running Coffer has', async () => {
    const expressions = [...rules.map(({ expr }) => expr), ...queries.map(({ expr }) => expr)]
    const names = new Set(expressions.flatMap((text) => text.match(/\b(?:coffer|process)_\w+/g) ?? []))

    for (const { expr } of rules) await prometheus.query(expr)
    for (const name of names) {
      expect(await prometheus.query(`count(${name})`), name).to.have.length(1)
    }
    expect(names.size).to.be.above(25)
  })

  it('have a result for each query of a panel, and for each variable', async () => {
    const withValues = (text: string) => text.replaceAll('$customer', '.*').replaceAll('$instance', '.*')

    for (const { title, expr } of queries) expect(await prometheus.query(withValues(expr)), title).to.not.have.length(0)
    for (const { name, definition } of dashboard.templating.list) {
      const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(definition ?? '') ?? []
      if (metric) expect(await prometheus.query(`count by (${label}) (${metric})`), name).to.not.have.length(0)
    }
  })

  it('have panels that do not overlap', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    )

    expect(new Set(cells).size).to.equal(cells.length)
    expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).to.equal(24)
  })
})
