import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'
import { type ClientUser, clientUser } from './client-runs.ts'

describe('coffer commands that show summaries of changes', () => {
  let service: TestService
  let customer: AgentScene
  let user: ClientUser
  const text = (name: string, server: string) => `hostname ${name}\nntp server ${server}\nend\n`

  before(async () => {
    service = await startTestService()
    customer = await createAgentScene(service)
    for (const name of ['edge-1', 'edge-2']) {
      const router = await customer.hasRouter()
      must(await customer.admin.patch(`/api/devices/${router}?tenant=${customer.id}`, { name }), 200)
      for (const server of ['192.0.2.1', '192.0.2.9']) {
        await customer.backUpTexts(router, { 'running-config': text(name, server) })
      }
    }
    const { token } = await service.as('tenant_admin', customer)
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
  })
  after(async () => {
    user.end()
    await service.close()
  })

  it('name what changed in lists of changes and versions', async () => {
    for (const command of [['changes'], ['versions', 'edge-1']]) {
      const { output, errors } = await user.coffer(command)

      expect(output, errors).to.match(/ 1 +1 +ntp server 192\.0\.2\.1 → 192\.0\.2\.9 /)
    }
  })

  it('list equal changes of several devices once, and review them together', async () => {
    const grouped = await user.coffer(['changes', '--unreviewed', '--grouped'])
    const refused = await user.coffer(['changes', 'review', 'edge-1', '--at', '~1', '--equal'])
    const reviewed = await user.coffer(['changes', 'review', 'edge-1', '--equal', '--ticket', 'CHG-1'])

    expect(grouped.output, grouped.errors).to.match(
      /^\S+ \S+ +2 +2 +edge-1, edge-2 +running-config +1 +1 +ntp server 192\.0\.2\.1 → 192\.0\.2\.9$/m,
    )
    expect(refused).to.include({ code: 2 })
    expect(refused.errors).to.include('[change_without_group]')
    expect(reviewed.code, reviewed.errors).to.equal(0)
    expect(reviewed.errors).to.include('2 equal changes of 2 devices reviewed')
    const { body } = await customer.admin.get(`/api/changes?tenant=${customer.id}&reviewed=true`)
    expect(body.map(({ version }: { version: { review_ticket: string } }) => version.review_ticket)).to.deep.equal([
      'CHG-1',
      'CHG-1',
    ])
  })
})
