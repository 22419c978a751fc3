import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { DeleteObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import { printedCode } from '../../support/startup-code.ts'
import { createS3Client, s3Timeouts } from '../../../service/objects/s3-client.ts'
import { createS3Store } from '../../../service/objects/s3.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { runCommand } from '../../support/running-coffer.ts'
import { type S3Server, s3ServerMissing, s3StartMs, startS3Server } from '../../support/s3-server.ts'
import { type TestService, startTestService } from '../../support/service.ts'

const missing = s3ServerMissing()

describe(`the commands with a bucket that has object lock${missing ? ` (${missing})` : ''}`, function () {
  let server: S3Server
  let raw: S3Client
  let Bucket: string
  let service: TestService
  let customer: AgentScene

  before(async function () {
    this.timeout(s3StartMs)
    if (missing) this.skip()
    server = await startS3Server()
    raw = createS3Client(server.settingsOf(''), server.endpoint, s3Timeouts)
    Bucket = await server.newLockBucket()
    const settings = { ...server.settingsOf(Bucket), objectLock: { mode: 'compliance', days: 30 } as const }
    service = await startTestService({ now: new Date(), wrapStore: () => createS3Store(settings) })
    customer = await createAgentScene(service)
    const device = await customer.hasRouter()
    expect(await customer.backUpTexts(device, { 'running-config': 'hostname locked\n' })).to.equal('succeeded')
  })
  after(async () => {
    await service?.close()
    raw?.destroy()
  })

  /** Runs the command in its own process, beside the service. */
  async function run(command: string, { bucket = Bucket, lock = 'compliance', endpoint = server.endpoint } = {}) {
    const { db, dependencies } = service
    const { code, output, errors } = await runCommand(command, dependencies.settings.dataDirectory, {
      BKP_DATABASE_URL: db.url,
      BKP_DATABASE_OWNER_URL: db.ownerUrl,
      BKP_MASTER_KEY: dependencies.masterKey.toString('base64'),
      BKP_S3_ENDPOINT: endpoint,
      BKP_S3_BUCKET: bucket,
      BKP_S3_ACCESS_KEY_ID: server.accessKeyId,
      BKP_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
      BKP_S3_OBJECT_LOCK: lock,
    })
    const lines: { msg: string; [field: string]: unknown }[] = output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    return { code, lines, said: lines.map(({ msg }) => msg), errors }
  }

  async function hidePack() {
    const Prefix = `tenants/${customer.id}/packs/`
    const { Contents: [{ Key = '' } = {}] = [] } = await raw.send(new ListObjectsV2Command({ Bucket, Prefix }))
    await raw.send(new DeleteObjectCommand({ Bucket, Key }))
    return { tenantId: customer.id, kind: 'pack', id: Key.split('/').at(-1), hiddenBy: 'delete_marker' }
  }

  it('check reports a hidden object and exits with 1, and repair-store restores it', async () => {
    const object = await hidePack()

    const hidden = await run('check')
    const repaired = await run('repair-store')
    const again = await run('repair-store')
    const checked = await run('check')

    expect(hidden.code).to.equal(1)
    const [line] = hidden.lines.filter(({ msg }) => msg === 'the verified version of an object is hidden')
    expect(line).to.include(object)
    expect(printedCode(hidden.errors)).to.equal('check_found_problems')
    expect(hidden.errors).to.include(render(message('check_objects_hidden', { hidden: 1 }), 'en'))
    expect([repaired.code, repaired.errors]).to.deep.equal([0, ''])
    expect(repaired.lines.find(({ msg }) => msg === 'the locked version is visible again')).to.include(object)
    const counted = repaired.lines.find(({ msg }) => msg === 'repaired; run check to read everything back')
    expect(counted).to.include({ shown: 1, failures: 0 })
    expect([again.code, again.said.at(-1)]).to.deep.equal([0, 'no object was hidden'])
    expect([checked.code, checked.errors]).to.deep.equal([0, ''])
  })

  it('repair-store reports in one line that objects are not locked', async () => {
    const { code, errors } = await run('repair-store', { lock: 'off' })

    expect(code).to.equal(1)
    expect(printedCode(errors)).to.equal('repair_needs_object_lock')
  })

  it('verify reports the object lock, or what a bucket lacks for it', async () => {
    const good = await run('verify')
    const without = await run('verify', { bucket: await server.newBucket(true) })

    expect([good.code, good.errors]).to.deep.equal([0, ''])
    expect(good.said.find((line) => line.startsWith('object store: '))).to.contain('locks objects')
    expect(without.code).to.equal(1)
    expect(printedCode(without.errors)).to.equal('verify_failed')
    expect(without.errors).to.contain('object store')
    expect(without.said.find((line) => line.startsWith('object store: '))).to.contain(
      render(message('store_lock_unavailable', { mode: 'compliance' }), 'en'),
    )
  })

  it('verify reports the missing permission if the access key cannot lock', async () => {
    const proxy = http.createServer((req, res) => {
      if (req.method === 'PUT' && req.url?.includes('retention')) {
        res.writeHead(403, { 'content-type': 'application/xml' })
        return res.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>')
      }
      const { url: path, method, headers } = req
      const onward = http.request(server.endpoint, { path, method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
      })
      req.pipe(onward)
    })
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

    const { code, said } = await run('verify', { endpoint })
    proxy.closeAllConnections()
    proxy.close()

    expect(code).to.equal(1)
    expect(said.find((line) => line.startsWith('object store: '))).to.contain(
      render(message('store_lock_not_permitted', { mode: 'compliance' }), 'en'),
    )
  })
})
