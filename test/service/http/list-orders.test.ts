import { expect } from 'chai'
import { Agent } from '../../../service/store/models/agent.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type Answer, type Client, type TestService, must, startTestService } from '../../support/service.ts'

type Row = { id: string }

describe('the order of a list', () => {
  let service: TestService
  let customer: AgentScene
  let admin: Client
  let router: string
  before(async () => {
    service = await startTestService()
    customer = await createAgentScene(service)
    admin = await customer.as('tenant_admin')
    router = await customer.hasRouter()
    for (const line of ['one', 'two', 'three', 'four']) {
      await customer.backUpTexts(router, { 'running-config': `hostname ${line}\nend\n` })
      await service.advance(60_000)
    }
  })
  after(() => service.close())

  /** Returns all rows, page by page. */
  async function idsOf(path: string, idOf = ({ id }: Row) => id): Promise<string[]> {
    const ids: string[] = []
    let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=2`
    while (next) {
      const answer: Answer = await admin.get(next)
      ids.push(...must(answer, 200).map(idOf))
      next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    return ids
  }

  it('is reversed if the oldest are requested first: runs, changes, records', async () => {
    const until = service.dependencies.now().toISOString()
    await service.advance(60_000)
    const ofVersion = ({ version }: { version: Row }) => version.id
    const lists: [latest: string, oldest: string, idOf?: (row: never) => string][] = [
      ['/api/runs', '/api/runs?sort=queued_at'],
      ['/api/changes?sort=-captured_at', '/api/changes?sort=captured_at', ofVersion as never],
      [`/api/changes?device_id=${router}`, `/api/changes?device_id=${router}&sort=captured_at`, ofVersion as never],
      [`/api/audit?until=${until}`, `/api/audit?until=${until}&sort=ts`],
    ]

    for (const [latest, oldest, idOf] of lists) {
      const found = await idsOf(latest, idOf as never)
      expect(found.length, latest).to.be.above(2)
      expect(await idsOf(oldest, idOf as never), oldest).to.deep.equal(found.toReversed())
    }
  })

  it('of agents is by name or last contact, with those never seen first', async () => {
    const agents = [await customer.hasAgent({ name: 'A' }), await customer.hasAgent({ name: 'B' }), await customer.hasAgent({ name: 'C' })] // prettier-ignore
    await inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => {
      const at = (minutes: number) => new Date(service.dependencies.now().getTime() - minutes * 60_000)
      await Agent.query(trx)
        .findById(agents[0]!.id)
        .patch({ lastSeenAt: at(600) })
      await Agent.query(trx)
        .findById(agents[2]!.id)
        .patch({ lastSeenAt: at(900) })
    })
    const [a, b, c] = agents.map(({ id }) => id)
    const ours = (ids: string[]) => ids.filter((id) => [a, b, c].includes(id))

    expect(ours(await idsOf('/api/agents'))).to.deep.equal([a, b, c])
    expect(ours(await idsOf('/api/agents?sort=-name'))).to.deep.equal([c, b, a])
    expect(ours(await idsOf('/api/agents?sort=last_seen_at'))).to.deep.equal([b, c, a])
    expect(ours(await idsOf('/api/agents?sort=-last_seen_at'))).to.deep.equal([a, c, b])
    const foreign = await admin.get('/api/agents?sort=name&limit=1')
    const cursor = /cursor=([^>&]*)/.exec(foreign.headers.get('link') ?? '')?.[1]
    expect((await admin.get(`/api/agents?sort=last_seen_at&cursor=${cursor}`)).status).to.equal(422)
  })
})
