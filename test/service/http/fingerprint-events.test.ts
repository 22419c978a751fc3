import { expect } from 'chai'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'
import { publish } from '../../support/published-events.ts'

describe('a decision about a fingerprint', () => {
  let service: TestService
  let customer: FullScene
  let owner: Client
  let by: string
  before(async () => {
    service = await startTestService()
    customer = await createFullScene(service)
    owner = await customer.as('tenant_admin')
    by = must(await owner.get('/api/auth/me'), 200).email
  })
  after(() => service.close())

  const eventsOf = async (id: string) => {
    await publish(service)
    const events: { type: string; data: Record<string, unknown> }[] = must(
      await owner.get('/api/events?limit=1000&type=fingerprint.approved&type=fingerprint.rejected'),
      200,
    )
    return events.filter(({ data }) => data['fingerprint_id'] === id)
  }

  it('emits an event when it is approved, with whether it was compared', async () => {
    const [unseen, compared] = [await customer.hasFingerprint(), await customer.hasFingerprint()]

    must(await owner.post(`/api/trust/fingerprints/${unseen}/approve`, {}), 200)
    must(
      await owner.post(`/api/trust/fingerprints/${compared}/approve`, {
        compared_out_of_band: true,
        note: 'read at the console port',
      }),
      200,
    )
    const [first, second] = [await eventsOf(unseen), await eventsOf(compared)]

    expect(
      [...first, ...second].map(({ type, data }) => [type, data['compared'], data['status_before']]),
    ).to.deep.equal([
      ['fingerprint.approved', false, 'pending'],
      ['fingerprint.approved', true, 'pending'],
    ])
    expect(first[0]?.data).to.include({ by, kind: 'ssh_host_key', algorithm: 'ssh-ed25519', port: 22 })
  })

  it('emits an event when it is rejected, but not when rejected again', async () => {
    const id = await customer.hasFingerprint()

    must(await owner.post(`/api/trust/fingerprints/${id}/reject`), 200)
    await owner.post(`/api/trust/fingerprints/${id}/reject`)
    const events = await eventsOf(id)

    expect(events.map(({ type, data }) => [type, data['by'], data['status_before']])).to.deep.equal([
      ['fingerprint.rejected', by, 'pending'],
    ])
  })
})
