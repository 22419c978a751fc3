import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { createLogRedactor } from '../../service/log-redactor.ts'
import { createServiceLog } from '../../service/service-log.ts'
import { secretsOf } from '../../service/settings-secrets.ts'
import { readSettings } from '../../service/settings.ts'
import { type TestService, startTestService } from '../support/service.ts'

/** Returns a log and its output. */
function keptLog(isTTY = false) {
  const secrets = createLogRedactor()
  const lines: string[] = []
  const log = createServiceLog('trace', { isTTY, write: (text) => lines.push(text) }, secrets)
  return { secrets, log, lines, readLog: () => lines.join('') }
}

describe('the log redactor', () => {
  it('removes known secrets from every log line, however they get there', () => {
    const { secrets, log, readLog } = keptLog()
    const secret = 'p"a\\ss\u00e9 word'
    secrets.addPermanent(secret)

    log.info(`the password ${secret} was refused`)
    log.warn({ err: new Error(`cannot connect with ${secret}`), deep: { list: [{ url: `x://u:${secret}@h` }] } }, 'no')
    log.debug({ [secret]: 1 }, secret)

    expect(readLog()).to.include('•••').and.not.include('ss\u00e9')
    expect(readLog().split('\n').filter(Boolean).map((line) => JSON.parse(line))).to.have.length(3) // prettier-ignore
  })

  it('removes them from the terminal format too', () => {
    const { secrets, log, readLog } = keptLog(true)
    secrets.addPermanent('sesame-open')

    log.error(new Error('sesame-open'), 'it quotes sesame-open')

    expect(readLog()).to.include('it quotes •••').and.not.include('sesame')
  })

  it('removes keys of several lines line by line', () => {
    const { secrets, log, readLog } = keptLog()
    const lines = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
    secrets.addRecent(`-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`)

    log.info(`unreadable: ${lines[1]}`)

    expect(readLog()).not.to.include(lines[1])
  })

  it('uses bounded memory, whatever is sent', () => {
    const { secrets, log, lines, readLog } = keptLog()
    const sent = Array.from({ length: 40 }, () => randomBytes(20_000).toString('hex'))
    for (const secret of [...sent, 'x'.repeat(100_000)]) secrets.addRecent(secret)

    for (const secret of sent) log.info(secret)

    const blanked = lines.map((line) => line.includes('•••'))
    expect(blanked.slice(0, 13)).to.not.include(true) // a MiB is 26 of them
    expect(blanked.slice(14)).to.not.include(false)
    log.info('x'.repeat(100_000))
    expect(readLog()).to.include('x'.repeat(100_000))
  })

  it('keeps numbers and the service’s own request fields', () => {
    const { secrets, log, lines } = keptLog()
    secrets.addRecent('1234567')
    secrets.addRecent('admin@example.net')
    secrets.addRecent('request_id')

    log.info({ count: 1_234_567, actor: 'admin@example.net', request_id: 'r1', said: 'admin@example.net' }, 'request')

    expect(JSON.parse(lines[0] ?? '')).to.include({ count: 1_234_567, actor: 'admin@example.net', request_id: 'r1' })
    expect(JSON.parse(lines[0] ?? '').said).to.equal('•••')
  })

  it('keeps the latest thousand request secrets and all of the settings', () => {
    const { secrets, log, readLog } = keptLog()
    secrets.addPermanent('of the settings')
    secrets.addRecent('long forgotten')
    for (let at = 0; at < 1000; at += 1) secrets.addRecent(`token number ${at}`)

    log.info('long forgotten, token number 0, of the settings')

    expect(readLog()).to.include('"long forgotten, •••, •••"')
  })

  it('knows all secrets of the settings, also inside addresses', () => {
    const masterKey = randomBytes(32).toString('base64')
    const settings = readSettings({
      BKP_MASTER_KEY: masterKey,
      BKP_ADMIN_PASSWORD: 'the first of all',
      BKP_DATABASE_URL: 'postgres://coffer_service:p%40ss%2Fword@db/coffer',
      BKP_S3_BUCKET: 'backups',
      BKP_S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      BKP_S3_SECRET_ACCESS_KEY: 'very secret',
    })

    expect(secretsOf(settings)).to.include.members([
      masterKey,
      'the first of all',
      'p%40ss%2Fword',
      'p@ss/word',
      'AKIAEXAMPLE',
      'very secret',
    ])
  })

  describe('with secrets from a request', () => {
    let service: TestService
    let quoted = ''
    const kept = keptLog()
    before(async () => {
      service = await startTestService({
        log: kept.log,
        wrapStore: (store) => ({ ...store, room: () => Promise.reject(new Error(`it is said: ${quoted}`)) }),
      })
      service.dependencies.secrets = kept.secrets
    })
    after(() => service.close())

    it('removes them even if an error quotes them', async () => {
      const admin = await service.as('platform_admin')
      const password = 'hush-hush-password'
      await service.anonymous.post('/api/auth/login', { email: 'somebody@example.net', password })
      quoted = `${admin.token} and ${password}`

      await admin.get('/api/storage/usage')

      expect(kept.readLog()).to.include('it is said: ••• and •••')
      expect(kept.readLog()).not.to.include(password).and.not.to.include(admin.token)
    })

    it('keeps a line for each request with its id, operation, status, duration and actor', async () => {
      const admin = await service.as('platform_admin')
      const { email } = (await admin.get('/api/auth/me')).body
      kept.lines.length = 0

      const read = await admin.get('/api/devices')
      const refused = await admin.get('/api/devices/none')
      const changed = await admin.post('/api/tenants', { slug: 'acme', name: 'Acme' })

      const lines = kept.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
      expect(lines.map(({ level, route, status, actor }) => [level, route, status, actor])).to.deep.equal([
        [20, 'listDevices', 200, email],
        [30, 'getDevice', 422, email],
        [30, 'createTenant', 201, email],
      ])
      expect(lines.map(({ request_id: id }) => id)).to.deep.equal(
        [read, refused, changed].map(({ headers }) => headers.get('x-request-id')),
      )
      for (const { ms } of lines) expect(ms).to.be.a('number')
    })
  })
})
