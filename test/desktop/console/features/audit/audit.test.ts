import { expect } from 'chai'
import { isKnownAction } from '../../../../../desktop/console/features/audit/actions.ts'
import { type AuditFilters, filterNames, queryOf } from '../../../../../desktop/console/features/audit/audit-filters.ts'
import { type AuditRecord, aboutOf, listFacts, isReading, objectRoute } from '../../../../../desktop/console/features/audit/audit-record.ts' // prettier-ignore
import { jsonLines, tableLines } from '../../../../../desktop/console/features/audit/audit-table.ts'
import { readContract } from '../../../../support/contract.ts'

describe('the audit in the console', () => {
  const none = Object.fromEntries(filterNames.map((name) => [name, ''])) as AuditFilters
  const now = new Date('2026-03-12T18:30:00Z')
  const record: AuditRecord = {
    id: 'one',
    ts: '2026-03-12T18:00:00.000Z',
    actor: '=ada@example.net',
    role: 'platform_admin',
    action: 'config.search',
    object: 'search',
    object_id: null,
    device_id: null,
    device_name: '=edge',
    artifact_key: null,
    tenant_id: 'acme',
    cross_tenant: true,
    request_id: 'r-1',
    ip: '192.0.2.1',
    outcome: 'done',
    detail: { pattern: 'community', devices: ['a', 'b'], complete: true, site: null },
  }

  it('has a text for every action of the contract', () => {
    const actions = readContract().flatMap(({ audit }) => (audit ? [audit] : []))

    expect(actions.filter((action) => !isKnownAction(action))).to.deep.equal([])
    expect(isKnownAction('agent.unheard_of')).to.equal(false)
  })

  it('converts filters to a request, with both calendar days included', () => {
    const asked = queryOf(
      { ...none, actor: 'ada', device: 'edge-1', outcome: 'refused', readings: 'true', cross: 'true', period: 'day' },
      now,
    )
    const days = queryOf({ ...none, period: 'between', from: '2026-03-01', to: '2026-03-02' }, now)

    expect(asked).to.deep.equal({
      actor: 'ada',
      device_name: 'edge-1',
      outcome: 'refused',
      readings_only: true,
      cross_tenant_only: true,
      since: '2026-03-11T18:30:00.000Z',
    })
    expect(Date.parse(days.until!) - Date.parse(days.since!)).to.equal(2 * 86_400_000)
    expect(queryOf({ ...none, period: 'between', from: 'soon' }, now)).to.deep.equal({})
    expect(queryOf(none, now)).to.deep.equal({})
  })

  it('shows the object and all details of a record', () => {
    expect(aboutOf(record)).to.equal('community')
    expect(aboutOf({ detail: null })).to.equal('')
    expect(isReading(record)).to.equal(true)
    expect(isReading({ action: 'device.update' })).to.equal(false)
    expect(listFacts(record)).to.deep.equal([
      { name: 'pattern', value: 'community', isLong: false },
      { name: 'devices', value: '[\n  "a",\n  "b"\n]', isLong: true },
      { name: 'complete', value: 'true', isLong: false },
    ])
  })

  it('links the ids in a record’s details', () => {
    expect(listFacts({ detail: { device_id: '7', was: 'running' } })).to.deep.equal([
      { name: 'device_id', value: '7', isLong: false, path: '/devices/7' },
      { name: 'was', value: 'running', isLong: false },
    ])
  })

  it('links to a record’s object while it exists', () => {
    const device = { ...record, object: 'device', object_id: '7', action: 'device.update' }

    expect(objectRoute(device)).to.deep.equal({ name: 'devices', path: '/devices/7' })
    expect(objectRoute({ ...device, object: 'webhook', action: 'webhook.update' })).to.deep.equal({
      name: 'notification-channels',
      path: '/notification-channels/7',
    })
    expect(objectRoute({ ...device, action: 'device.purge' })).to.equal(undefined)
    expect(objectRoute(record)).to.equal(undefined)
  })

  it('is exported as CSV without formulas, or as JSON', () => {
    expect(tableLines([record], () => 'Acme')).to.equal(
      "2026-03-12T18:00:00.000Z,'=ada@example.net,platform_admin,config.search,search,,'=edge,,Acme,yes,done,r-1,192.0.2.1," +
        '"{""pattern"":""community"",""devices"":[""a"",""b""],""complete"":true,""site"":null}"\r\n',
    )
    expect(JSON.parse(jsonLines([record]))).to.deep.equal(record)
  })
})
