import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { createScene } from '../../support/scene/scene.ts'

describe('the history of lines over HTTP', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  let service: TestService
  let customer: Customer
  let reader: Client
  let older: Version
  let newer: Version

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    reader = await customer.as('tenant_readonly')
    const tenant = await createScene(service.dependencies, customer)
    const device = await tenant.hasDevice({ name: 'edge-1' })
    older = await tenant.hasText(device, 'hostname a\nvlan 1\nvlan 2\n', { capturedAt: at(1), lastSeenAt: at(2) })
    newer = await tenant.hasText(device, 'hostname b\nvlan 1\nvlan 2\nend\n', { capturedAt: at(3), lastSeenAt: at(4) })
  })
  after(() => service.close())

  const path = (query = '') => `/api/artifacts/versions/${newer.id}/lines${query}`

  it('joins successive lines of one origin', async () => {
    const history: components['schemas']['LineHistory'] = must(await reader.get(path()), 200)

    expect(history).to.include({ lines: 4, first_line: 1, last_line: 4, complete: true, stopped: null })
    expect(
      history.spans.map((span) => [span.from_line, span.to_line, history.origins[span.origin]!.version_id]),
    ).to.deep.equal([
      [1, 1, newer.id],
      [2, 3, older.id],
      [4, 4, newer.id],
    ])
    expect(
      history.origins.map(({ job_id: run, lines, previous_version_id: previous }) => [run, lines, previous]),
    ).to.deep.equal([
      [newer.jobId, 2, older.id],
      [older.jobId, 2, null],
    ])
    expect(history.origins[0]!.last_seen_without_at).to.equal(at(2).toISOString())
    expect(history.examined).to.deep.equal({
      compared: 1,
      unreadable: 0,
      oldest_version_id: older.id,
      oldest_captured_at: at(1).toISOString(),
    })
  })

  it('returns the lines of a range, and none beyond the end', async () => {
    const some = must(await reader.get(path('?from_line=2&max_lines=2')), 200)
    const none = must(await reader.get(path('?from_line=50')), 200)

    expect([some.first_line, some.last_line, some.spans.length]).to.deep.equal([2, 3, 1])
    expect([none.lines, none.last_line, none.spans, none.origins]).to.deep.equal([4, 4, [], []])
  })

  it('has an entity tag that changes with a review', async () => {
    const first = await reader.get(path())
    const tag = first.headers.get('etag') ?? ''
    expect((await reader.get(path(), { 'if-none-match': tag })).status).to.equal(304)

    const review = { note: 'seen', ticket: 'CHG-7' }
    const operator = await customer.as('tenant_admin')
    must(await operator.post(`/api/artifacts/versions/${newer.id}/review`, review), 200)

    const [origin] = must(await reader.get(path(), { 'if-none-match': tag }), 200).origins
    expect(origin).to.include({ review_ticket: 'CHG-7' })
  })

  it('is unknown to users of other tenants', async () => {
    const foreign = await (await service.hasTenant()).as('tenant_admin')

    expect((await foreign.get(path())).status).to.equal(404)
  })
})
