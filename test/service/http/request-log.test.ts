import { Writable } from 'node:stream'
import { expect } from 'chai'
import { pino } from 'pino'
import { message } from '../../../shared/messages/message.ts'
import { ChunkMissing } from '../../../service/domain/repository/chunks/backup-damaged.ts'
import { type ObjectStore, StoreUnreachable } from '../../../service/objects/object-store.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { type Client, type TestService, startTestService } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'

interface Line {
  level: number
  msg: string
  request_id?: string
}

describe('the log of a request', () => {
  let service: TestService
  let customer: FullScene
  let admin: Client
  let store: ObjectStore
  let lines: Line[] = []
  before(async () => {
    const kept = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
    const wrapStore = (disk: ObjectStore) => (store = { ...disk })
    service = await startTestService({ log: pino({ level: 'warn' }, kept), wrapStore })
    service.dependencies.log.warn('a line of no request')
    customer = await createFullScene(service)
    admin = await service.as('platform_admin')
  })
  beforeEach(() => (lines = []))
  after(() => service.close())

  const away = () => Promise.reject(new StoreUnreachable(message('store_connection_lost')))
  const content = () => `/api/artifacts/versions/${customer.ids['version_id']}/content?tenant=${customer.id}`

  const troubles: Record<string, { event: string; make: () => Promise<{ headers: Headers } | void> }> = {
    'an internal error': {
      event: 'request failed',
      make: async () => {
        const { repository } = service.dependencies
        service.dependencies.repository = { ...repository, chunkReader: () => { throw new TypeError('a mistake') } } // prettier-ignore
        const answer = await admin.get(content())
        service.dependencies.repository = repository
        return answer
      },
    },
    'an unavailable store': {
      event: 'object store',
      make: async () => {
        const { head, put, get } = store
        Object.assign(store, { head: away, put: away, get: away })
        const answer = await admin.post('/api/tenants', { slug: 'unlucky', name: 'Unlucky' })
        Object.assign(store, { head, put, get })
        return answer
      },
    },
    'a disk with unknown free space': {
      event: 'free space',
      make: () => {
        store.room = away
        return admin.get('/api/storage/usage')
      },
    },
    'a description that cannot be written': {
      event: 'description in the object store is not up to date',
      make: async () => {
        const { put } = store
        store.put = away
        const answer = await admin.patch(`/api/tenants/${customer.id}`, { name: 'Another name' })
        store.put = put
        return answer
      },
    },
    'an alarm about an agent': {
      event: 'alarm: ',
      make: async () => {
        const { agent } = customer
        await agent.send('POST', '/api/agent/heartbeats', { leases: [], dropped: [] }, { sent: '{}' })
      },
    },
    'content that is damaged': {
      event: 'is damaged',
      make: async () => {
        const { repository } = service.dependencies
        const read = (id: ChunkId) => Promise.reject(new ChunkMissing(id))
        service.dependencies.repository = { ...repository, chunkReader: () => ({ read }) }
        return admin.get(content())
      },
    },
    'a database that does not answer': {
      event: 'not ready',
      make: async () => {
        await service.dependencies.knex.destroy()
        return service.anonymous.get('/ready')
      },
    },
  }
  for (const [trouble, { event, make }] of Object.entries(troubles)) {
    it(`has the same request id as the response for ${trouble}`, async () => {
      const answer = await make()

      const grave = lines.filter(({ level }) => level >= 40)
      expect(grave.map(({ msg }) => msg).join('\n')).to.include(event)
      for (const { msg, request_id: id } of grave) expect(id, msg).to.be.a('string')
      if (answer)
        expect(new Set(grave.map((line) => line.request_id))).to.deep.equal(
          new Set([answer.headers.get('x-request-id')]),
        )
    })
  }
})
