import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { ObjectDamaged, StoreUnreachable } from '../../../service/objects/object-store.ts'
import type { ObjectStore } from '../../../service/objects/object-store.ts'
import type { S3Settings } from '../../../service/objects/s3-settings.ts'
import { createS3Store } from '../../../service/objects/s3.ts'
import { failureOf } from '../../support/failure-of.ts'
import { message } from '../../../shared/messages/message.ts'
import { causeOf } from './store-failure.ts'

describe('a misbehaving S3 store', () => {
  let server: http.Server
  let settings: S3Settings
  let store: ObjectStore
  let asked: http.IncomingMessage[]
  let answer: (req: http.IncomingMessage, res: http.ServerResponse) => void

  beforeEach(async () => {
    asked = []
    server = http.createServer((req, res) => {
      asked.push(req)
      req.resume().on('end', () => answer(req, res))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const keys = { accessKeyId: 'the-key-id', secretAccessKey: 'the-secret' }
    settings = {
      endpoint,
      publicEndpoint: endpoint,
      region: 'us-east-1',
      bucket: 'backups',
      forcePathStyle: true,
      objectLock: null,
      ...keys,
    }
    store = createS3Store(settings, { connectMs: 500, idleMs: 100, totalMs: 10_000 })
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const everyRequest = () => [
    failureOf(store.put('a', Buffer.from('x'))),
    failureOf(store.get('a')),
    failureOf(store.get('a', { offset: 0, length: 1 })),
    failureOf(store.head('a')),
    failureOf(store.delete('a')),
    failureOf(store.deleteEveryVersion('a')),
    failureOf(store.list('')[Symbol.asyncIterator]().next()),
    failureOf(store.check()),
  ]

  it('times out if it does not respond', async () => {
    answer = () => undefined

    const failures = await Promise.all(everyRequest())

    for (const failure of failures) {
      expect(causeOf(failure)?.code).to.be.oneOf(['store_timed_out', 'store_connection_lost'])
    }
  })

  it('receives the request again while busy, and is then reported as busy', async () => {
    answer = (_req, res) => res.writeHead(503).end(errorOf('SlowDown'))

    const failure = await failureOf(store.put('a', Buffer.from('x')))

    expect(causeOf(failure)).to.deep.equal(
      message('store_answered_error', { status: 503, store_code: 'SlowDown', cause: 'unknown' }),
    )
    expect(asked).to.have.length(3)
  })

  it('is requested again for a truncated body, and never yields a shorter object', async () => {
    let cuts = 1
    answer = (_req, res) => {
      res.writeHead(200, { 'content-length': '10', etag: '"x"' })
      if (cuts-- > 0) res.write('12345', () => res.destroy())
      else res.end('1234567890')
    }

    const whole = await store.get('a')
    cuts = 100
    const failure = await failureOf(store.get('a'))

    expect(whole.toString()).to.equal('1234567890')
    expect(failure).to.be.instanceOf(StoreUnreachable)
  })

  it('yields a damaged object if that ends before the requested range', async () => {
    answer = (_req, res) => {
      res.writeHead(206, { 'content-length': '3', 'content-range': 'bytes 5-7/8', etag: '"x"' }).end('678')
    }

    const failure = await failureOf(store.get('a', { offset: 5, length: 4 }))

    expect(failure).to.be.instanceOf(ObjectDamaged)
  })

  it('is rejected if it returns another range than requested', async () => {
    answer = (_req, res) => res.writeHead(200, { 'content-length': '10', etag: '"x"' }).end('1234567890')

    const failure = await failureOf(store.get('a', { offset: 5, length: 4 }))

    expect(causeOf(failure)).to.deep.equal(message('store_answer_unusable', { problem: 'other_range' }))
  })

  it('is rejected if something else responds: no listing is empty, nothing is written', async () => {
    const page = '<html><body>Welcome to the hotel</body></html>'
    answer = (_req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end(page)

    const failures = [
      await failureOf(store.list('')[Symbol.asyncIterator]().next()),
      await failureOf(store.put('a', Buffer.from('x'))),
      await failureOf(store.deleteEveryVersion('a')),
      await failureOf(store.check()),
    ]

    for (const failure of failures) {
      expect(causeOf(failure)).to.deep.equal(message('store_answer_unusable', { problem: 'not_s3' }))
    }
  })

  it('receives a write again if its response confirms nothing', async () => {
    const etags = [undefined, '"x"']
    answer = (_req, res) => {
      const etag = etags.shift()
      res.writeHead(200, etag ? { etag } : {}).end()
    }

    await store.put('a', Buffer.from('x'))

    expect(asked.map(({ method }) => method)).to.deep.equal(['PUT', 'PUT'])
  })

  it('fails a listing that breaks off on its second page or is unsorted', async () => {
    const pages = [listing(['a', 'b'], true), listing(['d', 'c'], false)]
    answer = (_req, res) => {
      const page = pages.shift()
      if (page) res.writeHead(200).end(page)
      else res.writeHead(500).end(errorOf('InternalError'))
    }

    const outOfOrder = await listed()
    pages.push(listing(['a', 'b'], true))
    const cut = await listed()

    expect(outOfOrder.keys).to.deep.equal(['a', 'b', 'd'])
    expect(causeOf(outOfOrder.failure)).to.deep.equal(
      message('store_answer_unusable', { problem: 'listing_unordered' }),
    )
    expect(cut.keys).to.deep.equal(['a', 'b'])
    expect(causeOf(cut.failure)?.params).to.include({ status: 500, store_code: 'InternalError' })
  })

  it('is rejected if objects go to an unreadable archive tier', async () => {
    answer = (req, res) => {
      if (req.method === 'GET') res.writeHead(403).end(errorOf('InvalidObjectState'))
      else res.writeHead(200, { etag: '"x"' }).end()
    }

    const failure = await failureOf(store.check())

    expect(causeOf(failure)?.params).to.include({ store_code: 'InvalidObjectState', cause: 'archived' })
  })

  it('is not quoted: errors contain no key, signature or address', async () => {
    answer = (_req, res) => {
      const words = `<Message>the-secret the-key-id AWS4-HMAC ${settings.endpoint}</Message>`
      res.writeHead(403).end(errorOf('AccessDenied', words))
    }

    const failures = await Promise.all(everyRequest())

    for (const failure of failures) {
      const all = `${String(failure.stack)} ${JSON.stringify(failure)} ${String(failure.cause)}`
      expect(all).not.to.match(/the-secret|the-key-id|AWS4|127\.0\.0\.1/)
    }
  })

  it('is used only with the settings, whatever environment and account files contain', async () => {
    answer = (_req, res) => res.writeHead(200, { etag: '"x"' }).end()
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-home-'))
    fs.mkdirSync(path.join(home, '.aws'))
    const other = ['[default]', 'endpoint_url = http://127.0.0.1:1', 'region = mars-1', 'retry_mode = nonsense']
    fs.writeFileSync(path.join(home, '.aws/config'), [...other, 'use_fips_endpoint = true', ''].join('\n'))
    const environment = {
      PATH: process.env['PATH'],
      HOME: home,
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'another-key',
      AWS_SECRET_ACCESS_KEY: 'another-secret',
      AWS_SESSION_TOKEN: 'another-token',
      AWS_REGION: 'mars-1',
      AWS_MAX_ATTEMPTS: 'nonsense',
      AWS_DEFAULTS_MODE: 'auto',
      AWS_USE_DUALSTACK_ENDPOINT: 'true',
      AWS_REQUEST_CHECKSUM_CALCULATION: 'WHEN_SUPPORTED',
    }
    const program = `
      import { createS3Store } from ${JSON.stringify(path.resolve('service/objects/s3.ts'))}
      const store = createS3Store(${JSON.stringify(settings)})
      await store.put('a', Buffer.from('x'))
      const expected = { size: 1, md5: Buffer.alloc(16), expiresInMs: 1000 }
      process.stdout.write((await store.presignPut('a', expected)).url)
    `

    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [address, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    fs.rmSync(home, { recursive: true })

    expect(errors).to.equal('')
    expect(asked.map(({ method, url }) => [method, url?.replace(/\?.*/, '')])).to.deep.equal([['PUT', '/backups/a']])
    expect(asked[0]?.headers.authorization).to.match(/Credential=the-key-id\/\d+\/us-east-1\/s3\//)
    expect(Object.keys(asked[0]?.headers ?? {}).join()).not.to.match(/checksum|trailer|security-token/)
    expect(address.startsWith(`${settings.endpoint}/backups/a?`)).to.equal(true)
    expect(address).not.to.match(/another|mars|checksum/)
  })

  async function listed() {
    const keys: string[] = []
    const failure = await (async () => {
      for await (const { key } of store.list('')) keys.push(key)
    })().catch((error: Error) => error)
    return { keys, failure: failure ?? undefined }
  }
})

function errorOf(code: string, more = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code>${more}</Error>`
}

function listing(keys: string[], isTruncated: boolean): string {
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')
  const more = `<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? '<NextContinuationToken>t</NextContinuationToken>' : ''}`
  return `<?xml version="1.0"?><ListBucketResult><Name>backups</Name>${more}${contents}</ListBucketResult>`
}
