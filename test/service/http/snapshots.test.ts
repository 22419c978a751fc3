import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Device } from '../../../service/store/models/device.ts'
import type { Snapshot } from '../../../service/store/models/snapshot.ts'
import { ObjectDamaged } from '../../../service/objects/object-store.ts'
import { seeded } from '../../shared/repository/seeded.ts'
import { type Client, type Customer, type TestService, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

describe('snapshots over HTTP', () => {
  let service: TestService
  let customer: Customer
  let tenant: Scene
  let device: Device
  let first: Snapshot
  let second: Snapshot
  let large: Snapshot
  let operator: Client
  let reads = 0
  let failAfter = Infinity

  before(async () => {
    service = await startTestService({
      environment: { BKP_MAX_FILE_PREVIEW_BYTES: '5000', BKP_MAX_ARCHIVE_BYTES: String(40 * 1024 * 1024) },
      wrapStore: (store) => ({
        ...store,
        async get(key, range) {
          if (++reads > failAfter) throw new ObjectDamaged(key, 'it rotted')
          return store.get(key, range)
        },
      }),
    })
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    tenant = await createScene(service.dependencies, customer)
    device = await tenant.hasDevice({ name: 'web-1', platform: 'linux_server' })
    const capturedAt = (n: number) => ({ capturedAt: new Date(Date.UTC(2025, 0, n)) })
    first = (
      await tenant.hasTree(
        device,
        [
          ['etc', {}],
          [
            'etc/hosts',
            { bytes: 'one\ntwo\n', mode: 0o4640, uid: 3, user: 'web', mtime: { seconds: 1e12, nanoseconds: 0 } },
          ],
          ['etc/link', { type: 'symlink', target: Buffer.from('/etc/caf\xe9', 'latin1') }],
          ['etc/logo', { bytes: Buffer.alloc(6000, 0) }],
          ['etc/\xff%', { type: 'char', rdev: { major: 8, minor: 1 } }],
        ],
        capturedAt(1),
      )
    ).snapshot
    second = (
      await tenant.hasTree(
        device,
        [
          ['etc', {}],
          ['etc/hosts', { bytes: 'one\n2\n' }],
        ],
        capturedAt(2),
      )
    ).snapshot
    const random = seeded(4)
    large = (
      await tenant.hasTree(
        device,
        Array.from({ length: 20 }, (_, i) => [`file${String(i).padStart(2, '0')}`, { bytes: random.bytes(1_500_000) }]),
        capturedAt(3),
      )
    ).snapshot
  })
  after(() => service.close())
  afterEach(() => (failAfter = Infinity))

  it('are listed with the latest first', async () => {
    const answer = await operator.get(`/api/devices/${device.id}/snapshots`)

    expect(answer.status).to.equal(200)
    expect(answer.body.map(({ id }: { id: string }) => id)).to.deep.equal([large.id, second.id, first.id])
    expect(answer.body[2]).to.deep.include({
      key: 'filetree',
      files: 2,
      folders: 1,
      others: 2,
      size_bytes: 6008,
      problems: 0,
    })
  })

  it('are browsed in pages, with the attributes of each entry', async () => {
    const page = await operator.get(`/api/snapshots/${first.id}/browse?path=/etc&limit=3`)
    const next = /^<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]
    const rest = await operator.get(next!)

    expect(page.body).to.deep.equal([
      {
        name: 'hosts',
        type: 'file',
        size: 8,
        mode: '4640',
        uid: 3,
        gid: 0,
        user: 'web',
        mtime: '9999-12-31T23:59:59.999Z',
      },
      {
        name: 'link',
        type: 'symlink',
        size: 0,
        mode: '0755',
        uid: 0,
        gid: 0,
        mtime: '2023-11-14T22:13:20.000Z',
        target: '/etc/caf%E9',
      },
      { name: 'logo', type: 'file', size: 6000, mode: '0644', uid: 0, gid: 0, mtime: '2023-11-14T22:13:20.000Z' },
    ])
    expect(rest.body).to.have.length(1)
    expect(rest.body[0]).to.deep.include({ name: '%FF%25', type: 'char', device: '8,1' })
    expect(rest.headers.get('link')).to.equal(null)
  })

  it('return a file as text that browsers do not interpret', async () => {
    const answer = await operator.get(`/api/snapshots/${first.id}/file?path=/etc/hosts`)

    expect(answer.bytes.toString()).to.equal('one\ntwo\n')
    expect(answer.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff')
  })

  it('reject a file above the preview limit with both sizes, but allow its download', async () => {
    const refusal = await operator.get(`/api/snapshots/${first.id}/file?path=/etc/logo`)
    const download = await operator.get(`/api/snapshots/${first.id}/file?path=/etc/logo&download=true`)

    expect(refusal.status).to.equal(413)
    expect(refusal.body).to.deep.include({ limit_bytes: 5000, size_bytes: 6000 })
    expect(refusal.body.detail).to.equal('The file is 5.9 KiB; the limit is 4.9 KiB.')
    expect(download.headers.get('content-disposition')).to.equal('attachment; filename=logo')
    expect(download.headers.get('content-type')).to.equal('application/octet-stream')
    expect(download.bytes).to.have.length(6000)
  })

  it('are compared, a folder by entries and a file by lines', async () => {
    const folder = await operator.get(`/api/snapshots/${first.id}/diff?other=${second.id}&path=/etc`)
    const file = await operator.get(`/api/snapshots/${first.id}/diff?other=${second.id}&path=/etc/hosts`)

    expect(folder.body).to.deep.include({
      type: 'folder',
      path: '/etc',
      added: [],
      modified: [{ path: '/etc/hosts', type: 'file', changes: ['content', 'size', 'mode', 'owner'] }],
      truncated: false,
      counts: { added: 0, removed: 3, modified: 1 },
    })
    expect(folder.body.removed).to.deep.include({ path: '/etc/%FF%25', type: 'char' })
    expect(file.body).to.deep.include({ type: 'file', added: 1, removed: 1, binary: false })
  })

  it('are downloaded as a tar.gz by permitted roles, and audited', async () => {
    const reader = await customer.as('tenant_readonly')
    const admin = await customer.as('tenant_admin')

    const refusal = await reader.get(`/api/snapshots/${first.id}/archive`)
    const answer = await operator.get(`/api/snapshots/${first.id}/archive?path=/etc`)
    const records = await admin.get('/api/audit?action=config.download&limit=1')

    expect(refusal.status).to.equal(403)
    expect(answer.headers.get('content-type')).to.equal('application/gzip')
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename=web-1_etc_20250101T000000Z.tar.gz')
    expect(listed(answer.bytes)).to.deep.equal(['etc/', 'etc/hosts', 'etc/link', 'etc/logo', 'etc/\\377%'])
    expect(records.body[0]).to.deep.include({ object: 'snapshot', object_id: first.id, outcome: 'done' })
  })

  it('reject an archive above the limit before the first byte', async () => {
    const { snapshot } = await tenant.hasTree(device, [['big', { bytes: Buffer.alloc(41 * 1024 * 1024) }]])

    const answer = await operator.get(`/api/snapshots/${snapshot.id}/archive`)

    expect(answer.status).to.equal(413)
    expect(answer.body.detail).to.equal('The archive is 41 MiB; the limit is 40 MiB (BKP_MAX_ARCHIVE_BYTES).')
  })

  it('abort an archive if the backup is damaged, so that it is not taken for complete', async () => {
    reads = 0
    failAfter = 8

    const outcome = await fetchAll(`/api/snapshots/${large.id}/archive`)

    expect(outcome.status).to.equal(200)
    expect(outcome.isComplete).to.equal(false)
  })

  it('stop reading when their reader disconnects, and read no faster than it', async () => {
    reads = 0
    const request = http.get(service.url + `/api/snapshots/${large.id}/archive`, {
      headers: bearer(operator),
      agent: false,
    })
    const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve))
    response.pause()
    await untilQuiet(() => reads)
    const readWhilePaused = reads
    request.destroy()
    await untilQuiet(() => reads)

    expect(readWhilePaused).to.be.lessThan(30)
    expect(reads - readWhilePaused).to.be.lessThan(4)
  })

  it('use no database connection while they are sent', async () => {
    const requests = await Promise.all(
      Array.from({ length: 15 }, async () => {
        const headers = bearer(operator)
        const request = http.get(service.url + `/api/snapshots/${large.id}/archive`, { headers, agent: false })
        const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve))
        response.on('error', () => {}).pause()
        return request
      }),
    )

    const answer = await operator.get(`/api/snapshots/${first.id}/browse`)

    for (const request of requests) request.destroy()
    expect(answer.status).to.equal(200)
  })

  it('of another tenant are 404 in every operation', async () => {
    const foreign = await (await service.hasTenant()).as('tenant_admin')
    const own = await createScene(service.dependencies, await service.hasTenant())
    const elsewhere = (await own.hasTree(await own.hasDevice({ platform: 'linux_server' }), [])).snapshot

    const answers = await Promise.all(
      [
        `/api/devices/${device.id}/snapshots`,
        `/api/snapshots/${first.id}/browse`,
        `/api/snapshots/${first.id}/file?path=/etc/hosts`,
        `/api/snapshots/${first.id}/file?path=/etc/hosts&download=true`,
        `/api/snapshots/${first.id}/diff?other=${second.id}`,
        `/api/snapshots/${first.id}/archive`,
      ].map((where) => foreign.get(where)),
    )
    const other = await operator.get(`/api/snapshots/${first.id}/diff?other=${elsewhere.id}`)

    for (const answer of [...answers, other]) expect(answer.status).to.equal(404)
  })

  function fetchAll(where: string): Promise<{ status: number; isComplete: boolean }> {
    return new Promise((resolve) => {
      http.get(service.url + where, { headers: bearer(operator), agent: false }, (response) => {
        const done = () => resolve({ status: response.statusCode ?? 0, isComplete: response.complete })
        response
          .on('data', () => {})
          .on('end', done)
          .on('error', done)
      })
    })
  }
})

function bearer(client: Client) {
  return { authorization: `Bearer ${client.token}` }
}

/** Resolves when a count has stopped changing. */
async function untilQuiet(count: () => number): Promise<void> {
  for (let before = -1; before !== count();) {
    before = count()
    await pause(150)
  }
}

function listed(archive: Buffer): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-archive-'))
  fs.writeFileSync(path.join(folder, 'a.tar.gz'), archive)
  const names = execFileSync('tar', ['-tzf', path.join(folder, 'a.tar.gz')], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  fs.rmSync(folder, { recursive: true })
  return names.trim().split('\n')
}
