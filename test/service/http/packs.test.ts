import { randomUUIDv7 } from 'node:crypto'
import net from 'node:net'
import { expect } from 'chai'
import { chunkIdOf } from '../../../shared/repository/chunk-id.ts'
import { packAddressMs } from '../../../service/domain/repository/chunks/pack-address.ts'
import type { PackOwner } from '../../../service/domain/repository/chunks/repository.ts'
import type { DomainError } from '../../../service/domain/kernel/domain-error.ts'
import { type SealedPack, createPackBuilder } from '../../../shared/repository/pack-builder.ts'
import { failureOf } from '../../support/failure-of.ts'
import { type TestService, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'
import { anOwner } from '../../support/scene/packs.ts'

describe('packs over HTTP', () => {
  let service: TestService
  let tenant: Scene

  before(async () => {
    service = await startTestService()
    tenant = await createScene(service.dependencies)
  })
  after(() => service.close())

  async function anAnnouncedPack(): Promise<{ pack: SealedPack; url: string; id: string }> {
    const { repositoryPublicKey, chunkIdKey } = await service.dependencies.keys.of(tenant.id)
    const builder = createPackBuilder({ tenantId: tenant.id, repositoryPublicKey })
    const content = Buffer.from(`content ${randomUUIDv7()} `.repeat(1000))
    await builder.add(chunkIdOf(chunkIdKey, content), content)
    const pack = await builder.seal()
    const { bytes, sha256 } = pack
    const [address] = await tenant.inTransaction((call) =>
      service.dependencies.repository.announcePacks(call, anOwner(), [{ size: bytes.length, sha256, md5: null }]),
    )
    return { pack, url: address!.url, id: address!.id }
  }

  const put = (url: string, bytes: Buffer, type = 'application/octet-stream') =>
    service.anonymous.send('PUT', url, bytes, { 'content-type': type })

  it('are received by the service if the store has no addresses', async () => {
    const { pack, url, id } = await anAnnouncedPack()

    const answer = await put(url, pack.bytes)
    const state = await service.dependencies.repository.verifyPack(tenant.id, id)

    expect(url).to.match(/^\/api\/agent\/packs\/[0-9a-f-]{36}\?expires=\d+&signature=[\w-]{43}$/)
    expect(answer.status).to.equal(204)
    expect(state.state).to.equal('verified')
  })

  it('can be sent again, even after verification', async () => {
    const { pack, url, id } = await anAnnouncedPack()
    await put(url, pack.bytes)

    const again = await put(url, pack.bytes)
    await service.dependencies.repository.verifyPack(tenant.id, id)
    const afterwards = await put(url, pack.bytes)

    expect([again.status, afterwards.status]).to.deep.equal([204, 204])
  })

  it('are accepted with any content type', async () => {
    const { pack, url } = await anAnnouncedPack()

    const answer = await put(url, pack.bytes, 'application/json')

    expect(answer.status).to.equal(204)
  })

  it('are rejected with a problem if address or bytes differ from the agreement', async () => {
    const { pack, url } = await anAnnouncedPack()

    const answers = [
      await put(url.replace(/signature=.{5}/, 'signature=AAAAA'), pack.bytes),
      await put(url.replace(/expires=\d+/, 'expires=soon'), pack.bytes),
      await put(url.replace(/&signature=.*/, ''), pack.bytes),
      await put(url.replace(/packs\/[^?]+/, 'packs/x'), pack.bytes),
      await put(url, pack.bytes.subarray(1)),
      await put(url, Buffer.alloc(pack.bytes.length)),
    ]

    expect(answers.map(({ status }) => status)).to.deep.equal([403, 422, 422, 404, 422, 422])
    for (const { headers } of answers) expect(headers.get('content-type')).to.match(/^application\/problem\+json/)
  })

  it('are limited in number: unconfirmed ones count against job and agent', async () => {
    const owner = anOwner()
    const pack = { size: 100, sha256: Buffer.alloc(32), md5: null }
    const announce = (to: PackOwner, count: number) =>
      tenant.inTransaction((call) => service.dependencies.repository.announcePacks(call, to, Array(count).fill(pack)))
    for (let jobs = 0; jobs < 10; jobs++) await announce({ ...owner, jobId: randomUUIDv7() }, 99)

    const ofJob = await failureOf(announce({ ...owner, jobId: randomUUIDv7() }, 101))
    const ofAgent = await failureOf(announce({ ...owner, jobId: randomUUIDv7() }, 11))
    service.advance(packAddressMs)
    const later = await announce(owner, 100)

    expect([ofJob, ofAgent].map((one) => (one as DomainError).fields.code)).to.deep.equal(
      Array(2).fill('too_many_packs'),
    )
    expect(later).to.have.lengthOf(100)
  })

  it('that are interrupted leave nothing', async () => {
    const { pack, url, id } = await anAnnouncedPack()
    const { hostname, port } = new URL(service.url)
    const socket = net.connect(Number(port), hostname)
    socket.write(`PUT ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: ${pack.bytes.length}\r\n\r\n`)
    socket.write(pack.bytes.subarray(0, 100))

    await new Promise<void>((resolve) => socket.end(resolve))
    const state = await service.dependencies.repository.verifyPack(tenant.id, id)
    const later = await put(url, pack.bytes)

    expect(state.state).to.equal('missing')
    expect(later.status).to.equal(204)
  })
})
