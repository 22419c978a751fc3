import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { printedCode } from '../../support/startup-code.ts'
import { createS3Store } from '../../../service/objects/s3.ts'
import type { S3Settings } from '../../../service/objects/s3-settings.ts'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { backUpRouter } from '../../support/finished-runs.ts'
import { type ProtocolScene, createProtocolScene } from '../../support/scene/protocol-scene.ts'
import { eventually } from '../../support/real-agent.ts'
import { newDataDirectory, processesOn, runCoffer, runCommand } from '../../support/running-coffer.ts'
import { type S3Server, s3ServerMissing, s3StartMs, startS3Server } from '../../support/s3-server.ts'
import { type TestService, startTestService } from '../../support/service.ts'

const missing = s3ServerMissing()

describe(`backups in an S3 bucket${missing ? ` (${missing})` : ''}`, function () {
  let server: S3Server

  before(async function () {
    this.timeout(s3StartMs)
    if (missing) this.skip()
    server = await startS3Server()
  })

  describe('with an agent', () => {
    let service: TestService
    let scene: ProtocolScene
    let settings: S3Settings
    /** Keys of packs sent through the service. */
    let throughService: string[]

    async function start(changes: Partial<S3Settings> = {}) {
      settings = server.settingsOf(await server.newBucket())
      const store = createS3Store({ ...settings, ...changes })
      throughService = []
      service = await startTestService({
        wrapStore: () => ({
          ...store,
          put(key, bytes) {
            throughService.push(key)
            return store.put(key, bytes)
          },
        }),
      })
      service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 500, claim_wait_ms: 1_000 }
      scene = await createProtocolScene(service)
    }

    afterEach(async () => {
      await scene.close()
      await service.close()
    })

    async function backUp() {
      const { id } = await scene.trigger(scene.device.id)
      return scene.over(id)
    }

    async function keysOf(kind: string): Promise<string[]> {
      const keys: string[] = []
      for await (const { key } of createS3Store(settings).list('')) if (key.includes(`/${kind}/`)) keys.push(key)
      return keys
    }

    async function content(): Promise<string> {
      const texts = (await scene.versions()).map(async ({ id }) =>
        (await scene.operator.get(`/api/artifacts/versions/${id}/content`)).bytes.toString(),
      )
      return (await Promise.all(texts)).find((text) => text.includes('hostname')) ?? ''
    }

    it('receive packs directly from the agent, and every version can be read', async () => {
      await start()
      const running = (await scene.hasRealAgent()).run()

      const run = await backUp()

      await running.stop()
      expect(run).to.include({ status: 'succeeded', attempts: 1 })
      expect(throughService.filter((key) => key.includes('/packs/'))).to.deep.equal([])
      expect(await keysOf('packs')).to.have.lengthOf.at.least(1)
      expect(await keysOf('manifests')).to.have.length((await scene.versions()).length)
      expect(await content()).to.match(/hostname exitgw[\s\S]*\nend\n$/)
    })

    it('receive packs through the service if the agent cannot reach the bucket, logged once', async () => {
      await start({ publicEndpoint: 'http://127.0.0.1:1' })
      const running = (await scene.hasRealAgent()).run()

      const first = await backUp()
      const text = await content()
      scene.router.setRunningConfig(text.replace('hostname exitgw', 'hostname exitgw\nusername added privilege 1'))
      const second = await backUp()

      await running.stop()
      expect([first.status, second.status]).to.deep.equal(['succeeded', 'succeeded'])
      const packs = await keysOf('packs')
      expect(packs).to.have.lengthOf.at.least(2)
      expect(throughService.filter((key) => key.includes('/packs/'))).to.have.members(packs)
      expect(running.log.filter((line) => line.includes('go through the service'))).to.deep.equal([
        'warn the object store cannot be reached from here (127.0.0.1:1 refuses the connection: ' +
          'check the port, and that the service runs): packs go through the service',
      ])
    })

    it('survive a temporary outage: the agent keeps its data, and the device is read once', async () => {
      await start()
      const running = (await scene.hasRealAgent()).run({ backoff: { floorMs: 500, ceilingMs: 2_000 } })
      await eventually('connected', () => running.log.some((line) => line.includes('connected with')))
      await server.stop()
      const { id } = await scene.trigger(scene.device.id)
      await eventually('a pack was not stored', () => running.log.some((line) => line.includes('was not stored')))

      await server.start()
      const run = await scene.over(id)

      await running.stop()
      expect(run).to.include({ status: 'succeeded', attempts: 1 })
      expect(scene.router.sessions).to.equal(1)
    })
  })

  describe('of Coffer started by npm start', () => {
    let data: string
    let environment: Record<string, string>
    let secret: string

    before(async () => {
      data = newDataDirectory()
      const bucket = await server.newBucket()
      secret = server.secretAccessKey
      environment = {
        BKP_S3_ENDPOINT: server.endpoint,
        BKP_S3_BUCKET: bucket,
        BKP_S3_ACCESS_KEY_ID: server.accessKeyId,
        BKP_S3_SECRET_ACCESS_KEY: secret,
      }
    })
    after(() => fs.rmSync(data, { recursive: true, force: true }))

    it('are complete before and after a kill, with nothing on the disk', async () => {
      let coffer = await runCoffer(data, environment)
      const { tenantId } = await coffer.localAgent()
      const versionId = await backUpRouter(await coffer.admin(), tenantId)
      const read = async () => (await (await coffer.admin()).get(`/api/artifacts/versions/${versionId}/content`)).bytes
      const before = await read()

      await coffer.kill('SIGKILL')
      coffer = await runCoffer(data, environment)
      const after = await read()
      const ready = await (await fetch(`${coffer.url}/ready`)).json()
      const environments = processesOn(data).map((one) => (one.pid === coffer.pid ? '' : one.environment))

      expect(before.toString()).to.match(/hostname exitgw[\s\S]*\nend\n$/)
      expect(after.equals(before)).to.equal(true)
      expect(ready).to.include({ status: 'ready', object_store: 'answers' })
      expect(fs.existsSync(path.join(data, 'objects'))).to.equal(false)
      expect([...environments, ...coffer.log].join('\n')).not.to.include(secret)
      expect(await coffer.kill('SIGTERM')).to.equal(0)
    })

    it('stop the start in one line if the bucket is unusable', async () => {
      const wrong = [
        { ...environment, BKP_S3_SECRET_ACCESS_KEY: 'wrong-secret' },
        { ...environment, BKP_S3_BUCKET: 'no-such-bucket' },
        { ...environment, BKP_S3_ENDPOINT: 'http://127.0.0.1:1' },
      ]

      const errors: string[] = []
      for (const each of wrong) errors.push((await runCommand('start', data, each)).errors)

      const at = (bucket: string, endpoint = server.endpoint) => `coffer: BKP_S3_BUCKET '${bucket}' at ${endpoint}`
      const bucket = environment['BKP_S3_BUCKET'] ?? ''
      expect(errors.map(printedCode)).to.deep.equal(Array(3).fill('store_unusable'))
      expect(errors[0]).to.include(at(bucket)).and.include('SignatureDoesNotMatch')
      expect(errors[1]).to.include(at('no-such-bucket')).and.include('NoSuchBucket')
      expect(errors[2]).to.include(at(bucket, 'http://127.0.0.1:1'))
    })

    it('have their settings shown by config without the secret', async () => {
      const { output } = await runCommand('config', data, environment)

      expect(output).to.include(`BKP_S3_BUCKET ${environment['BKP_S3_BUCKET']}`).and.not.include(secret)
      expect(output).to.include('BKP_S3_SECRET_ACCESS_KEY (given)')
    })
  })
})
