import net, { type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect } from 'chai'
import { Attribute, Change } from 'ldapts'
import { recheckDirectories } from '../../../service/domain/inventory/single-sign-on/recheck-directories.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { type Client, type TestService, clientOf, must, startTestService } from '../../support/service.ts'
import { aVerifier, returnTo } from '../../support/single-sign-on.ts'
import { type Slapd, slapdMissing, startSlapd } from '../../support/slapd.ts'

const minuteMs = 60_000

describe('a login with the password of a directory', function () {
  let slapd: Slapd
  let service: TestService
  let admin: Client
  /** Forwards bytes to the port without TLS, and records what is sent. */
  let relay: Awaited<ReturnType<typeof startRelay>>
  let refusing: typeof relay
  before(async function () {
    if (slapdMissing()) return this.skip()
    slapd = await startSlapd()
    relay = await startRelay(slapd.plainPort)
    refusing = await startRelay(null)
    const ports = [slapd.plainPort, slapd.tlsPort, relay.port, refusing.port, 9]
    service = await startTestService({
      environment: { BKP_OUTGOING_ALLOW: ports.map((port) => `127.0.0.1:${port}`).join(',') },
    })
    admin = await service.as('platform_admin')
    const password = 'a sentence of some words'
    const glass = { email: 'glass@example.net', name: 'Glass', role: 'platform_admin', password }
    const { id } = must(await admin.post('/api/users', glass), 201)
    must(await admin.patch(`/api/users/${id}`, { break_glass: true }), 200)
    await save()
  })
  after(async () => {
    await service?.close()
    relay?.close()
    refusing?.close()
    await slapd?.stop()
  })

  const aDirectory = (ldap: object = {}, fields: object = {}) => ({
    kind: 'ldap',
    name: 'Directory',
    client_secret: slapd.servicePassword,
    ldap: {
      url: `ldaps://127.0.0.1:${slapd.tlsPort}`,
      bind_dn: slapd.serviceDn,
      base_dn: `ou=people,${slapd.base}`,
      user_filter: '(&(objectClass=inetOrgPerson)(|(mail={login})(uid={login})))',
      ca_certificates: slapd.certificate.cert,
      ...ldap,
    },
    email_domains: ['example.net'],
    role_mappings: [
      { claim: 'memberOf', value: groupDn('admins'), role: 'platform_admin' },
      { claim: 'memberOf', value: groupDn('operators'), role: 'platform_operator' },
    ],
    ...fields,
  })
  const groupDn = (name: string) => `cn=${name},ou=groups,${slapd.base}`
  const save = async (ldap: object = {}, fields: object = {}) =>
    must(await admin.put('/api/identity-provider', aDirectory(ldap, fields)), 200)
  const logIn = (email: string, password = `password-of-${email.split('@')[0]}`) =>
    service.anonymous.post('/api/auth/login', { email, password })
  const change = (operation: 'add' | 'delete' | 'replace', type: string, values: string[]) =>
    new Change({ operation, modification: new Attribute({ type, values }) })
  let created = 0
  async function aUser(groups = ['operators'], attributes: Record<string, string | string[]> = {}) {
    created += 1
    const uid = `user-${created}`
    const dn = await slapd.add(uid, attributes)
    for (const group of groups) await slapd.modify(groupDn(group), change('add', 'member', [dn]))
    return { uid, dn, email: `${uid}@example.net` }
  }
  const clientFor = async (email: string) => clientOf(service.url, must(await logIn(email), 200).token)
  const me = async (client: Client) => must(await client.get('/api/auth/me'), 200)
  const recheck = async () => {
    const { knex, now, outgoing, serviceKeys } = service.dependencies
    const warned: string[] = []
    const warn = (id: string) => void warned.push(id)
    await service.advance(4 * minuteMs)
    const result = await recheckDirectories({ knex, now, outgoing, settingsKey: serviceKeys.settingsKey, warn })
    await service.advance(-4 * minuteMs)
    return { ...result, warned: warned.length }
  }

  it('creates an account by e-mail address or user name, with the role of a group', async () => {
    const { uid, email } = await aUser(['operators', 'admins'])

    const byAddress = await me(await clientFor(email.toUpperCase().replace(uid.toUpperCase(), uid)))
    const byName = await me(await clientFor(uid))

    expect(byAddress).to.include({ email, name: `User ${uid}`, role: 'platform_admin', sso: false })
    expect(byName.id).to.equal(byAddress.id)
    expect(must(await service.anonymous.get('/api/auth/sso'), 200).name).to.equal(null)
  })

  it('is refused alike for an unknown user, a wrong password and a disabled user', async () => {
    const { email } = await aUser()
    const disabled = await aUser(['operators'], { shadowExpire: '1' })

    const answers = [await logIn(email, 'wrong'), await logIn('unknown@example.net'), await logIn(disabled.email)]

    expect(answers.map(({ status, body }) => [status, body.code])).to.deep.equal(
      answers.map(() => [401, 'login_failed']),
    )
    expect(answers.map(({ body: { request_id: _id, ...rest } }) => rest)[1]).to.deep.equal(
      answers.map(({ body: { request_id: _id, ...rest } }) => rest)[0],
    )
  })

  it('is not a search: special characters of a user name match nothing else', async () => {
    const { uid } = await aUser()
    const names = [
      '*',
      `${uid.slice(0, -1)}*`,
      `${uid})(uid=*`,
      `x)(|(uid=${uid}`,
      `*)(objectClass=*))(|(uid=${uid}`,
      `${uid}\\2a`,
      `\\75ser-${created}`,
      `${uid},ou=people`,
      `(${uid})`,
    ]

    for (const name of names) {
      const answer = await logIn(name, `password-of-${uid}`)
      expect([answer.status, answer.body.code], name).to.deep.equal([401, 'login_failed'])
      await service.advance(60 * minuteMs)
    }
    expect((await logIn(uid)).status).to.equal(200)
  })

  it('is limited like one with a local password, and an empty password is refused', async () => {
    const { email } = await aUser()
    const statuses = []
    for (let count = 0; count < 7; count += 1) statuses.push((await logIn(email, 'wrong')).status)
    await service.advance(60 * minuteMs)

    const empty = await logIn(email, '')

    expect(statuses.at(-1)).to.equal(429)
    expect(empty.status).to.equal(422)
    expect((await logIn(email)).status).to.equal(200)
  })

  it('is refused without a mapping, and of several users with the same address', async () => {
    const unmapped = await aUser([])
    const twin = await aUser()
    await slapd.add('twin', { mail: twin.email, userPassword: `password-of-${twin.uid}` })

    const codes = [(await logIn(unmapped.email)).body.code, (await logIn(twin.email)).body.code]

    expect(codes).to.deep.equal(['sso_no_role', 'login_failed'])
  })

  it('uses StartTLS before anything else is sent', async () => {
    const { uid, email } = await aUser()
    await save({ url: `ldap://127.0.0.1:${relay.port}` })

    const answer = await logIn(email)

    await save()
    expect(answer.status).to.equal(200)
    expect(relay.sent().includes('1.3.6.1.4.1.1466.20037')).to.equal(true)
    for (const secret of [slapd.servicePassword, `password-of-${uid}`, slapd.serviceDn]) {
      expect(relay.sent().includes(secret), secret).to.equal(false)
    }
  })

  it('is impossible if the directory refuses StartTLS, and sends it no password', async () => {
    const { email } = await aUser()
    await save({ url: `ldap://127.0.0.1:${refusing.port}` })

    const answer = await logIn(email)

    await save()
    expect([answer.status, answer.body.code]).to.deep.equal([502, 'sso_answer_invalid'])
    expect(refusing.sent().includes('1.3.6.1.4.1.1466.20037')).to.equal(true)
    expect(refusing.sent().includes(slapd.servicePassword)).to.equal(false)
  })

  it('is impossible with another certificate, without an answer, or at an address that is not allowed', async () => {
    const { email } = await aUser()
    const stranger = makeCertificate({ rsaBits: 2048 }).cert
    const settings = {
      'another certificate': { ca_certificates: stranger },
      'another certificate with StartTLS': { ca_certificates: stranger, url: `ldap://127.0.0.1:${slapd.plainPort}` },
      'no own authority': { ca_certificates: null },
      'no answer': { url: 'ldaps://127.0.0.1:9' },
      'no TLS there': { url: `ldaps://127.0.0.1:${slapd.plainPort}` },
    }

    for (const [name, ldap] of Object.entries(settings)) {
      await save(ldap)
      const answer = await logIn(email)
      expect([answer.status, answer.body.code], name).to.deep.equal([502, 'sso_provider_unreachable'])
      expect(must(await admin.post('/api/identity-provider/test'), 200).error, name).to.be.a('string')
    }
    const refused = await admin.put('/api/identity-provider', aDirectory({ url: 'ldap://127.0.0.1:1' }))
    await save()
    expect(refused.body.errors[0]).to.include({ path: 'ldap.url', code: 'address_not_allowed' })
    expect(must(await admin.post('/api/identity-provider/test'), 200).error).to.equal(null)
  })

  it('leaves break-glass accounts their password, also while the directory does not answer', async () => {
    await save({ url: 'ldaps://127.0.0.1:9' })

    const answer = await logIn('glass@example.net', 'a sentence of some words')

    await save()
    expect(answer.status).to.equal(200)
  })

  it('reports a service account that the directory refuses, and asks for its password with another address', async () => {
    const { email } = await aUser()
    await save({}, { client_secret: 'wrong' })
    const answer = await logIn(email)
    const test = must(await admin.post('/api/identity-provider/test'), 200)
    const { client_secret: _secret, ...withoutSecret } = aDirectory({ url: `ldap://127.0.0.1:${slapd.plainPort}` })

    const moved = await admin.put('/api/identity-provider', withoutSecret)

    await save()
    expect(answer.body.code).to.equal('sso_answer_invalid')
    expect(test.error).to.include('refused the service account')
    expect(moved.body.errors[0]).to.include({ path: 'client_secret', code: 'is_required' })
  })

  it('rejects settings that cannot be used', async () => {
    const inputs = {
      'ldap.url': { url: 'http://ldap.example.net' },
      'ldap.user_filter': { user_filter: '(uid=*)' },
      'ldap.group_filter': { group_filter: '(member={dn}' },
      'ldap.ca_certificates': { ca_certificates: 'none' },
    }

    for (const [path, ldap] of Object.entries(inputs)) {
      const answer = await admin.put('/api/identity-provider', aDirectory(ldap))
      expect(
        answer.body.errors?.map((error: { path: string }) => error.path),
        path,
      ).to.deep.equal([path])
    }
  })

  it('finds groups with a filter', async () => {
    const { uid, dn } = await aUser([])
    await slapd.modify(groupDn('operators'), change('add', 'member', [dn]))
    const mappings = [{ claim: 'groups', value: groupDn('operators'), role: 'platform_operator' }]
    const groups = {
      group_base_dn: `ou=groups,${slapd.base}`,
      group_filter: '(&(objectClass=groupOfNames)(member={dn}))',
    }
    await save(groups, { role_mappings: mappings })

    const client = await clientFor(uid)

    await save()
    expect((await me(client)).role).to.equal('platform_operator')
  })

  it('ends within five minutes with its API tokens if the user is removed, disabled or without a role', async () => {
    const users = [await aUser(), await aUser(), await aUser(), await aUser()]
    const [gone, disabled, unmapped, kept] = users as [
      (typeof users)[0],
      (typeof users)[0],
      (typeof users)[0],
      (typeof users)[0],
    ]
    const clients = []
    for (const { email } of users) clients.push(await clientFor(email))
    const confirmed = must(
      await clients[1]!.post('/api/auth/confirm', { password: `password-of-${disabled.uid}` }),
      200,
    )
    const made = must(
      await clientOf(service.url, clients[1]!.token, confirmed.confirmation).post('/api/auth/tokens', {
        name: 'sync',
        role: 'platform_operator',
      }),
      201,
    )
    const before = (await clientOf(service.url, made.token).get('/api/auth/me')).status
    await slapd.remove(gone.dn)
    await slapd.modify(disabled.dn, change('replace', 'shadowExpire', ['1']))
    await slapd.modify(groupDn('operators'), change('delete', 'member', [unmapped.dn]))

    const { ended } = await recheck()

    const statuses = await Promise.all(clients.map(async (client) => (await client.get('/api/auth/me')).status))
    expect([before, ended, ...statuses]).to.deep.equal([200, 3, 401, 401, 401, 200])
    expect((await clientOf(service.url, made.token).get('/api/auth/me')).status).to.equal(401)
    expect((await me(await clientFor(kept.email))).role).to.equal('platform_operator')
  })

  it('ends API tokens of a user without a session', async () => {
    const { uid, dn, email } = await aUser()
    const client = await clientFor(email)
    const { confirmation } = must(await client.post('/api/auth/confirm', { password: `password-of-${uid}` }), 200)
    const confirmed = clientOf(service.url, client.token, confirmation)
    const made = must(await confirmed.post('/api/auth/tokens', { name: 'sync', role: 'platform_operator' }), 201)
    must(await client.post('/api/auth/logout'), 204)
    const token = clientOf(service.url, made.token)
    const before = (await token.get('/api/auth/me')).status
    await slapd.remove(dn)

    await recheck()

    expect([before, (await token.get('/api/auth/me')).status]).to.deep.equal([200, 401])
  })

  it('keeps sessions while the directory does not answer, and applies another role at the next check', async () => {
    const { dn, email } = await aUser()
    const client = await clientFor(email)
    await slapd.modify(groupDn('admins'), change('add', 'member', [dn]))
    await save({ url: 'ldaps://127.0.0.1:9' })
    const silent = await recheck()
    const meanwhile = (await client.get('/api/auth/me')).status
    await save()
    await service.advance(4 * minuteMs)

    await recheck()

    await service.advance(-4 * minuteMs)
    expect([silent.warned, meanwhile, (await client.get('/api/auth/me')).status]).to.deep.equal([1, 200, 401])
    expect((await me(await clientFor(email))).role).to.equal('platform_admin')
  })

  it('is confirmed with the password of the directory, and has no page of a provider', async () => {
    const { uid, email } = await aUser()
    const client = await clientFor(email)

    const wrong = await client.post('/api/auth/confirm', { password: 'wrong' })
    const right = await client.post('/api/auth/confirm', { password: `password-of-${uid}` })
    const begun = await client.post('/api/auth/sso/confirmation', {
      challenge: aVerifier().challenge,
      return_to: returnTo,
    })
    const changed = await clientOf(service.url, client.token, right.body.confirmation).post('/api/auth/password', {
      current_password: `password-of-${uid}`,
      new_password: 'another sentence of words',
    })

    expect(wrong.body.errors[0]).to.include({ path: 'password', code: 'password_wrong' })
    expect([right.status, begun.body.code, changed.body.code]).to.deep.equal([
      200,
      'sso_unavailable',
      'account_without_password',
    ])
  })

  it('stores and logs no password', async () => {
    const { uid, email } = await aUser()
    await logIn(email)
    const { knex } = service.dependencies
    const { rows } = await knex.raw(`select u::text as row from users u`)

    expect(JSON.stringify(rows)).to.not.include(`password-of-${uid}`)
    expect(must(await admin.get('/api/identity-provider'), 200)).to.not.have.property('client_secret')
  })
})

/** An ExtendedResponse that TLS is unavailable (RFC 4511, section 4.12), with the id of the request at the fourth byte. */
const noTls = Buffer.from('300c02010178070a013404000400', 'hex')

/** @param port null: refuses every request for TLS */
async function startRelay(port: number | null) {
  let bytes = Buffer.alloc(0)
  const sockets = new Set<Socket>()
  const server = net.createServer((incoming) => {
    if (port === null) {
      sockets.add(incoming)
      incoming.on('data', (chunk) => {
        bytes = Buffer.concat([bytes, chunk])
        incoming.write(Buffer.from(noTls.map((byte, at) => (at === 4 ? chunk[4]! : byte))))
      })
      return
    }
    const outgoing = net.connect(port, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    incoming.on('data', (chunk) => (bytes = Buffer.concat([bytes, chunk])))
    incoming.pipe(outgoing).pipe(incoming)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => bytes.toString('latin1'),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
