import { randomUUID } from 'node:crypto'
import { type TestService, clientOf, must, startTestService } from '../support/service.ts'
import { median, printTable } from './table.ts'

const password = 'a sentence of some words'

/** Addresses that no login has come from. */
const elsewhere = (at: number) => `10.${Math.floor(at / 250)}.${at % 250}.9`

/**
 * Measures the login of a user who logged in from this network before: alone, and while others log in at the same time,
 * with wrong passwords from many networks or as users of the same network. Medians and maxima of several rounds.
 */
export async function benchLogins(small: boolean): Promise<void> {
  const concurrent = small ? 20 : 200
  const rounds = small ? 2 : 5
  const service = await startTestService({ environment: { BKP_TRUST_PROXY: 'loopback' } })
  try {
    const emails = await Promise.all(Array.from({ length: concurrent + 1 }, () => createUser(service)))
    const [honest = '', ...others] = emails
    await logIn(service, honest, password, '192.0.2.77')
    const idle = () => []
    const guesses = () => others.map((email, at) => logIn(service, email, 'wrong', elsewhere(at)))
    const colleagues = () => others.map((email) => logIn(service, email, password, '192.0.2.77'))
    const rows: string[][] = []
    for (const [what, begin] of [
      ['alone', idle],
      [`beside ${concurrent} guesses from as many networks`, guesses],
      [`beside ${concurrent} users of the same network`, colleagues],
    ] as const) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const beside = begin()
        const startedAt = performance.now()
        must(await logIn(service, honest, password, '192.0.2.77'), 200)
        times.push(performance.now() - startedAt)
        await Promise.all(beside)
        await service.advance(15 * 60_000) // limits of wrong passwords end
      }
      rows.push([what, ...[median(times), Math.max(...times)].map((time) => time.toFixed(0))])
    }
    printTable('Logins', ['an honest login', 'median ms', 'longest ms'], rows)
  } finally {
    await service.close()
  }
}

async function createUser(service: TestService): Promise<string> {
  const email = `${randomUUID()}@example.net`
  const admin = await service.as('platform_admin')
  must(await admin.post('/api/users', { email, name: 'User', role: 'platform_operator', password }), 201)
  return email
}

function logIn(service: TestService, email: string, attempt: string, from: string) {
  return clientOf(service.url, null).post('/api/auth/login', { email, password: attempt }, { 'x-forwarded-for': from })
}
