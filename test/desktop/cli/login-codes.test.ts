import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { User } from '../../../service/store/models/user.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'
import { aLinkedUser } from '../../support/single-sign-on.ts'

describe('coffer login --sso', () => {
  let service: TestService
  let user: ClientUser
  let browser: Client
  before(async () => {
    service = await startTestService()
    browser = (await aLinkedUser(service, 'platform_admin', await service.hasTenant())).client
    const { id } = must(await browser.get('/api/auth/me'), 200)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      User.query(trx).findById(id).patch({ passwordHash: null }),
    )
    user = clientUser()
  })
  after(async () => {
    user.end()
    await service.close()
  })

  /** Runs a command, and decides in the browser on the code that it shows. */
  async function withBrowser(args: string[], decision: 'confirm' | 'reject') {
    let decided: Promise<unknown> | undefined
    const ended = await user.coffer(args, '', (said) => {
      const code = /enter the code ([A-Z]{4}-[A-Z]{4})/.exec(said)?.[1]
      if (code) decided = browser.post(`/api/auth/codes/${decision}`, { user_code: code })
    })
    await decided
    return ended
  }

  it('logs in and confirms actions by codes, for a user without a password', async () => {
    const rejected = await withBrowser(['login', service.url, '--sso'], 'reject')
    const ended = await withBrowser(['login', service.url, '--sso'], 'confirm')
    const made = await withBrowser(['tokens', 'add', 'program', '--role', 'platform_operator'], 'confirm')

    const { email } = must(await browser.get('/api/auth/me'), 200)
    const stored = fs.readFileSync(path.join(user.folder, 'coffer/sessions.json'), 'utf8')
    expect(rejected.code).not.to.equal(0)
    expect(rejected.errors).to.include('[login_code_rejected]')
    expect(ended.code, ended.errors).to.equal(0)
    expect(ended.errors).to.include('/#/login-code').and.include(`coffer on ${os.hostname()}`)
    expect(JSON.parse(stored).sessions[service.url].email).to.equal(email)
    expect(made.code, made.errors).to.equal(0)
    expect(made.errors).to.include('Your account has no password')
  })

  it('takes no password', async () => {
    const ended = await user.coffer(['login', service.url, '--sso', '--email', 'ada@example.net'])

    expect(ended.errors).to.include('[options_exclusive]')
  })
})
