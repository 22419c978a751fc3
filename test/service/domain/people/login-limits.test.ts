import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Answer, type TestService, must, startTestService } from '../../../support/service.ts'

const second = 1_000
const minute = 60 * second
const password = 'correct horse battery'

describe('logging in that fails again and again', () => {
  let service: TestService
  before(async () => {
    service = await startTestService({ environment: { BKP_TRUST_PROXY: '1' } })
  })
  after(() => service.close())

  let addresses = 0
  const anAddress = () => `2001:db8::${(++addresses).toString(16)}`

  const logIn = (email: string, as: string, from = anAddress()) =>
    service.nobody.post('/api/auth/login', { email, password: as }, { 'x-forwarded-for': from })

  async function aPerson(): Promise<string> {
    const admin = await service.as('platform_admin')
    const body = { email: `${randomUUID()}@example.net`, name: 'Somebody', role: 'platform_operator', password }
    return must(await admin.post('/api/users', body), 201).email
  }

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

  it('from one address at many accounts makes this address wait, and no other; a success does not clear it', async () => {
    const email = await aPerson()
    const from = anAddress()
    for (let at = 0; at < 20; at++) must(await logIn(`${randomUUID()}@example.net`, 'x', from), 401)
    const [limited, free] = [await logIn(email, password, from), await logIn(email, password)]
    service.advance(1 * second)
    const after = await logIn(email, password, from)
    const failed = await logIn(email, 'wrong', from)

    expect(waitOf(limited)).to.equal(1)
    expect([free.status, after.status, failed.status]).to.deep.equal([200, 200, 401])
    expect(waitOf(await logIn(email, password, from))).to.equal(2)
  })

  it('does not hide behind a header where no proxy is trusted', async () => {
    const bare = await startTestService()
    const statuses: number[] = []
    for (let at = 0; at < 21; at++) {
      const forged = { 'x-forwarded-for': anAddress() }
      const body = { email: `${at}@example.net`, password: 'x' }
      statuses.push((await bare.nobody.post('/api/auth/login', body, forged)).status)
    }

    await bare.close()
    expect(statuses.slice(-2)).to.deep.equal([401, 429])
  })
})
