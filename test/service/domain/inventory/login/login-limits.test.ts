import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { networkOf, prefixOf } from '../../../../../service/domain/inventory/login/networks.ts'
import { LoginAttempt } from '../../../../../service/store/models/login-attempt.ts'
import { type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { type Answer, type TestService, clientOf, must, startTestService } from '../../../../support/service.ts'

const second = 1_000
const minute = 60 * second
const password = 'correct horse battery'

describe('repeated failed logins', function () {
  let service: TestService
  before(async () => {
    service = await startTestService({ environment: { BKP_TRUST_PROXY: 'loopback' } })
  })
  after(() => service.close())

  let addresses = 0
  const anAddress = () => `2001:db8:${(++addresses).toString(16)}::1`

  const logIn = (email: string, as: string, from = '192.0.2.1', cookie = '') =>
    service.anonymous.post('/api/auth/login', { email, password: as }, { 'x-forwarded-for': from, cookie })

  /** Returns the device cookie of a login that must succeed. */
  const loginMethods = async (email: string, from: string): Promise<string> => {
    const { status, headers } = await logIn(email, password, from)
    expect(status).to.equal(200)
    return (headers.get('set-cookie') ?? '').split(';', 1).join()
  }

  /** Tries passwords for one account, each from a different address. */
  const guessFromEverywhere = async (email: string, guesses: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let at = 0; at < guesses; at++) statuses.push((await logIn(email, `guess ${at}`, anAddress())).status)
    return statuses
  }

  afterEach(() => service.advance(60 * minute)) // failures have expired by that time

  async function aPerson(): Promise<string> {
    const admin = await service.as('platform_admin')
    const body = { email: `${randomUUID()}@example.net`, name: 'Somebody', role: 'platform_operator', password }
    return must(await admin.post('/api/users', body), 201).email
  }

  const inPlatform = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)

  /** Failures that were just counted. */
  const failed = (failures: { account: string; ip: string; prefix: string }[]) =>
    inPlatform(async (trx) => {
      const attemptedAt = service.dependencies.now()
      await LoginAttempt.query(trx).insert(
        failures.map((one) => ({ id: randomUUID(), attemptedAt, lane: 'stranger', ...one })),
      )
    })

  const waitOf = ({ status, body, headers }: Answer): number => {
    expect(status).to.equal(429)
    expect(headers.get('retry-after')).to.equal(String(body.retry_after_seconds))
    return body.retry_after_seconds
  }

  it('double the wait each time, to the millisecond, also for the right password', async () => {
    const email = await aPerson()
    for (let at = 0; at < 4; at++) expect((await logIn(email, 'wrong')).status).to.equal(401)
    const waits: number[] = []
    for (let at = 0; at < 8; at++) {
      const failure = await logIn(email, 'wrong')
      const wait = waitOf(await logIn(email, password))
      waits.push(wait)
      service.advance(wait * second - 1)
      waitOf(await logIn(email, password))
      service.advance(1)

      expect(failure.status).to.equal(401)
    }

    expect(waits).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128])
    expect((await logIn(email, password)).status).to.equal(200)
  })

  it('limit a fast guessing client to about one attempt a minute', async () => {
    const email = await aPerson()
    const end = service.dependencies.now().getTime() + 60 * minute
    let guesses = 0
    while (service.dependencies.now().getTime() < end) {
      const answer = await logIn(email, 'wrong')
      if (answer.status === 401) guesses += 1
      else service.advance(waitOf(answer) * second)
    }

    expect(guesses).to.be.below(80)
  })

  it('limit concurrent guesses equally', async () => {
    const email = await aPerson()
    const guesses = Array.from({ length: 30 }, (_, at) => logIn(email, `guess ${at}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)

    expect(statuses.filter((status) => status === 401)).to.have.length(5)
    expect(statuses.filter((status) => status === 429)).to.have.length(25)
  })

  it('are forgotten after a successful login', async () => {
    const email = await aPerson()
    const fail = async () => (await logIn(email, 'wrong')).status
    const first = [await fail(), await fail(), await fail(), await fail()]
    must(await logIn(email, password), 200)
    const later = [await fail(), await fail(), await fail(), await fail(), await fail(), await fail()]

    expect(first).to.deep.equal([401, 401, 401, 401])
    expect(later).to.deep.equal([401, 401, 401, 401, 401, 429])
  })

  it('count for an unknown account like for an existing one, in any case', async () => {
    const ways = [
      'ghost@example.net',
      'GHOST@example.net',
      ' ghost@example.net',
      'Ghost@Example.Net',
      'ghost@example.net',
    ]
    for (const email of ways) expect((await logIn(email, 'wrong')).status).to.equal(401)

    expect(waitOf(await logIn('ghost@EXAMPLE.net', 'wrong'))).to.equal(1)
  })

  it('at a hundred accounts from one address delay only unknown devices of that address', async () => {
    const [email, office, other] = [await aPerson(), await aPerson(), await aPerson()]
    const from = anAddress()
    await loginMethods(office, from)
    const place = { ip: networkOf(from), prefix: prefixOf(from) }
    await failed(Array.from({ length: 100 }, () => ({ account: randomUUID(), ...place })))
    const [limited, free, known] = [
      await logIn(email, password, from),
      await logIn(email, password),
      await logIn(office, password, from),
    ]
    service.advance(1 * second)
    const after = await logIn(email, password, from)
    const wrong = await logIn(other, 'wrong', from)

    expect(waitOf(limited)).to.equal(1)
    expect([free.status, known.status, after.status, wrong.status]).to.deep.equal([200, 200, 200, 401])
    expect(waitOf(await logIn(other, password, from))).to.equal(2)
  })

  it('from many networks of one /48 or /24 delay unknown devices of all of them', async () => {
    for (const [address, neighbour, elsewhere] of [
      ['2001:db8:ff00:1::1', '2001:db8:ff00:2::1', '2001:db8:ff01:1::1'],
      ['198.51.100.1', '198.51.100.2', '203.0.113.1'],
    ] as const) {
      const email = await aPerson()
      const prefix = prefixOf(address)
      await failed(Array.from({ length: 300 }, (_, at) => ({ account: randomUUID(), ip: `network ${at}`, prefix })))

      expect(waitOf(await logIn(email, password, neighbour))).to.equal(1)
      expect((await logIn(email, password, elsewhere)).status).to.equal(200)
    }
  })

  it('lock out no other client: the right password works from elsewhere', async () => {
    const email = await aPerson()
    for (let at = 0; at < 5; at++) must(await logIn(email, 'wrong', '192.0.2.66'), 401)
    const [stranger, person] = [await logIn(email, password, '192.0.2.66'), await logIn(email, password)]

    expect(waitOf(stranger)).to.equal(1)
    expect(person.status).to.equal(200)
  })

  it('at one account from 160 addresses yield ten checks and reject the rest', async () => {
    const statuses = await guessFromEverywhere(await aPerson(), 160)

    expect(statuses.slice(0, 10)).to.deep.equal(Array(10).fill(401))
    expect(statuses.slice(10)).to.deep.equal(Array(150).fill(429))
  })

  it('at one account for a day from changing addresses yield at most 120 checks', async () => {
    const email = await aPerson()
    const end = service.dependencies.now().getTime() + 24 * 60 * minute
    let answers = 0
    while (service.dependencies.now().getTime() < end) {
      const answer = await logIn(email, 'wrong', anAddress())
      if (answer.status === 401) answers += 1
      else service.advance(waitOf(answer) * second)
    }

    expect(answers).to.be.within(100, 120)
  })

  it('lock out no user who logged in from there before, even after a typing error', async () => {
    const email = await aPerson()
    await loginMethods(email, '192.0.2.77')
    await guessFromEverywhere(email, 20)

    const mistake = await logIn(email, 'wrong', '192.0.2.77')
    const right = await logIn(email, password, '192.0.2.77')

    expect([mistake.status, right.status]).to.deep.equal([401, 200])
  })

  it('lock out no known device, wherever it is, even beside the attacker', async () => {
    const email = await aPerson()
    const cookie = await loginMethods(email, '192.0.2.77')
    const other = await aPerson()
    await guessFromEverywhere(email, 20)
    for (let at = 0; at < 6; at++) await logIn(email, 'wrong', '192.0.2.78')

    const stranger = await logIn(email, password, '192.0.2.78')
    const mistake = await logIn(email, 'wrong', '192.0.2.78', cookie)
    const right = await logIn(email, password, '192.0.2.78', cookie)
    const ofAnother = await guessFromEverywhere(other, 10)
    const borrowed = await logIn(other, password, anAddress(), cookie)

    expect([stranger.status, mistake.status, right.status]).to.deep.equal([429, 401, 200])
    expect([new Set(ofAnother), borrowed.status]).to.deep.equal([new Set([401]), 429])
  })

  it('limit a stolen device to five guesses before it waits', async () => {
    const email = await aPerson()
    const cookie = await loginMethods(email, '192.0.2.77')
    const statuses: number[] = []
    for (let at = 0; at < 20; at++) statuses.push((await logIn(email, 'wrong', anAddress(), cookie)).status)

    expect(statuses).to.deep.equal([...Array(5).fill(401), ...Array(15).fill(429)])
    expect((await logIn(email, password, '192.0.2.77')).status).to.equal(200)
  })

  it('do not affect a device recognised by an HttpOnly cookie for the login path', async () => {
    const email = await aPerson()

    const { headers, body } = await logIn(email, password, '192.0.2.77')

    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).to.match(/^coffer_device_[\w-]{11}=[\w-]{72}; Max-Age=15552000; Path=\/api\/auth\/login; /)
    expect(cookie).to.include('HttpOnly').and.include('SameSite=Strict').and.not.include(body.token)
  })

  it('store no unknown e-mail address, which may be a password', async () => {
    const typed = `hunter2-${randomUUID()}`
    must(await logIn(typed, 'x', anAddress()), 401)

    const rows = await inPlatform(async (trx) => [await trx('audit'), await trx('login_attempts')])

    expect(JSON.stringify(rows)).to.include('unknown account').and.not.include(typed)
  })

  it('at 400 concurrent attempts delay no user who logged in before', async () => {
    const email = await aPerson()
    await loginMethods(email, '192.0.2.77')
    const answered: number[] = []
    const flood = Array.from({ length: 400 }, async (_, at) => {
      const { status } = await logIn(`${randomUUID()}@example.net`, 'x', `10.${at}.${at % 250}.9`)
      answered.push(status)
    })

    await Promise.race(flood) // it has arrived
    const before = answered.filter((status) => status === 401).length
    const right = await logIn(email, password, '192.0.2.77')
    const meanwhile = answered.filter((status) => status === 401).length - before
    await Promise.all(flood)

    expect(right.status).to.equal(200)
    expect(meanwhile).to.be.below(20) // of the 65 that are compared sequentially
    expect(new Set(answered)).to.deep.equal(new Set([401, 503]))
    expect(answered.filter((status) => status === 401).length).to.be.below(120)
  })

  it('count an IPv6 network as one address, and mapped IPv4 as IPv4', async () => {
    const email = await aPerson()
    for (let at = 0; at < 5; at++) must(await logIn(email, 'wrong', `2001:db8:ffff:0:${at}::${at}`), 401)

    expect(waitOf(await logIn(email, password, '2001:db8:ffff::9'))).to.equal(1)
    expect((await logIn(email, password, '2001:db8:ffff:1::9')).status).to.equal(200)
    expect(networkOf('::ffff:192.0.2.7')).to.equal('192.0.2.7')
    expect(networkOf('fe80::1%eth0')).to.equal('fe80:0:0:0::/64')
    expect(networkOf('1::2:3:4:5:6')).to.equal('1:0:0:2::/64')
  })

  it('include and record wrong passwords in a password change', async () => {
    const email = await aPerson()
    const from = { 'x-forwarded-for': '192.0.2.99' }
    const client = clientOf(service.url, must(await logIn(email, password), 200).token)
    const change = (current: string) =>
      client.post('/api/auth/password', { current_password: current, new_password: 'another long password' }, from)
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, at) => change(`guess ${at}`)))
    const statuses = guesses.map(({ status }) => status)
    const right = await change(password)
    service.advance(1 * second)
    const later = await change(password)

    const records = await inPlatform((trx) => trx('audit').where({ action: 'auth.password', actor: email }))
    expect(statuses.filter((status) => status === 422)).to.have.length(5)
    expect(statuses.filter((status) => status === 429)).to.have.length(15)
    expect([waitOf(right), later.status]).to.deep.equal([1, 204])
    expect(records.filter(({ outcome }) => outcome === 'refused')).to.have.length(5)
  })

  it('ignore forwarded headers if no proxy is trusted', async () => {
    const bare = await startTestService()
    const statuses: number[] = []
    for (let at = 0; at < 6; at++) {
      const forged = { 'x-forwarded-for': anAddress() }
      const body = { email: 'somebody@example.net', password: 'x' }
      statuses.push((await bare.anonymous.post('/api/auth/login', body, forged)).status)
    }

    await bare.close()
    expect(statuses.slice(-2)).to.deep.equal([401, 429])
  })
})
