import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { networkOf } from '../../../../service/domain/people/login-limits.ts'
import { LoginAttempt } from '../../../../service/store/models/login-attempt.ts'
import { type ScopedTransaction, inScope } from '../../../../service/store/scope.ts'
import { type Answer, type TestService, clientOf, must, startTestService } from '../../../support/service.ts'

const second = 1_000
const minute = 60 * second
const password = 'correct horse battery'

describe('logging in that fails again and again', () => {
  let service: TestService
  before(async () => {
    service = await startTestService({ environment: { BKP_TRUST_PROXY: 'loopback' } })
  })
  after(() => service.close())

  let addresses = 0
  const anAddress = () => `2001:db8:0:${(++addresses).toString(16)}::1`

  const logIn = (email: string, as: string, from = '192.0.2.1') =>
    service.nobody.post('/api/auth/login', { email, password: as }, { 'x-forwarded-for': from })

  afterEach(() => service.advance(60 * minute)) // failures are forgotten by then

  async function aPerson(): Promise<string> {
    const admin = await service.as('platform_admin')
    const body = { email: `${randomUUID()}@example.net`, name: 'Somebody', role: 'platform_operator', password }
    return must(await admin.post('/api/users', body), 201).email
  }

  const inPlatform = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(service.pieces.knex, { kind: 'platform' }, work)

  /** Failures that were counted a moment ago. */
  const failed = (failures: { account: string; ip: string }[]) =>
    inPlatform(async (trx) => {
      const attemptedAt = service.pieces.now()
      await LoginAttempt.query(trx).insert(failures.map((one) => ({ id: randomUUID(), attemptedAt, ...one })))
    })

  const waitOf = ({ status, body, headers }: Answer): number => {
    expect(status).to.equal(429)
    expect(headers.get('retry-after')).to.equal(String(body.retry_after_seconds))
    return body.retry_after_seconds
  }

  it('must wait twice as long each time, to the millisecond, also with the right password', async () => {
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

  it('leaves somebody who guesses as fast as he may about one try a minute', async () => {
    const email = await aPerson()
    const end = service.pieces.now().getTime() + 60 * minute
    let guesses = 0
    while (service.pieces.now().getTime() < end) {
      const answer = await logIn(email, 'wrong')
      if (answer.status === 401) guesses += 1
      else service.advance(waitOf(answer) * second)
    }

    expect(guesses).to.be.below(80)
  })

  it('gives no more answers to guesses that come all at once', async () => {
    const email = await aPerson()
    const guesses = Array.from({ length: 30 }, (_, at) => logIn(email, `guess ${at}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)

    expect(statuses.filter((status) => status === 401)).to.have.length(5)
    expect(statuses.filter((status) => status === 429)).to.have.length(25)
  })

  it('is forgotten after one that works', async () => {
    const email = await aPerson()
    const fail = async () => (await logIn(email, 'wrong')).status
    const first = [await fail(), await fail(), await fail(), await fail()]
    must(await logIn(email, password), 200)
    const later = [await fail(), await fail(), await fail(), await fail(), await fail(), await fail()]

    expect(first).to.deep.equal([401, 401, 401, 401])
    expect(later).to.deep.equal([401, 401, 401, 401, 401, 429])
  })

  it('counts an account that does not exist like one that does, in any case', async () => {
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

  it('from one address at a hundred accounts makes this address wait, and no other; a success does not clear it', async () => {
    const email = await aPerson()
    const from = anAddress()
    await failed(Array.from({ length: 100 }, () => ({ account: `${randomUUID()}@example.net`, ip: networkOf(from) })))
    const [limited, free] = [await logIn(email, password, from), await logIn(email, password)]
    service.advance(1 * second)
    const after = await logIn(email, password, from)
    const wrong = await logIn(email, 'wrong', from)

    expect(waitOf(limited)).to.equal(1)
    expect([free.status, after.status, wrong.status]).to.deep.equal([200, 200, 401])
    expect(waitOf(await logIn(email, password, from))).to.equal(2)
  })

  it('locks nobody else out: from elsewhere the right password opens at once', async () => {
    const email = await aPerson()
    for (let at = 0; at < 5; at++) must(await logIn(email, 'wrong', '192.0.2.66'), 401)
    const [stranger, person] = [await logIn(email, password, '192.0.2.66'), await logIn(email, password)]

    expect(waitOf(stranger)).to.equal(1)
    expect(person.status).to.equal(200)
  })

  it('at one account from many addresses leaves each of them one guess, and the person the right password', async () => {
    const email = await aPerson()
    await failed(Array.from({ length: 120 }, () => ({ account: email, ip: networkOf(anAddress()) })))
    const guesser = anAddress()
    const first = await logIn(email, 'wrong', guesser)
    const second = await logIn(email, 'wrong', guesser)

    expect([first.status, second.status]).to.deep.equal([401, 429])
    expect((await logIn(email, password)).status).to.equal(200)
    expect((await logIn(email, password, guesser)).status).to.equal(429)
  })

  it('counts a network of IPv6 as one address, and IPv4 inside IPv6 as IPv4', async () => {
    const email = await aPerson()
    for (let at = 0; at < 5; at++) must(await logIn(email, 'wrong', `2001:db8:ffff:0:${at}::${at}`), 401)

    expect(waitOf(await logIn(email, password, '2001:db8:ffff::9'))).to.equal(1)
    expect((await logIn(email, password, '2001:db8:ffff:1::9')).status).to.equal(200)
    expect(networkOf('::ffff:192.0.2.7')).to.equal('192.0.2.7')
    expect(networkOf('fe80::1%eth0')).to.equal('fe80:0:0:0::/64')
    expect(networkOf('1::2:3:4:5:6')).to.equal('1:0:0:2::/64')
  })

  it('counts wrong passwords that a session gives for a change of the password, and records them', async () => {
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

  it('does not hide behind a header where no proxy is trusted', async () => {
    const bare = await startTestService()
    const statuses: number[] = []
    for (let at = 0; at < 6; at++) {
      const forged = { 'x-forwarded-for': anAddress() }
      const body = { email: 'somebody@example.net', password: 'x' }
      statuses.push((await bare.nobody.post('/api/auth/login', body, forged)).status)
    }

    await bare.close()
    expect(statuses.slice(-2)).to.deep.equal([401, 429])
  })
})
