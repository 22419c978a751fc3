import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { type ClientUser, clientUser } from './client-runs.ts'
import { addTotp } from '../../support/second-factors.ts'
import { type TestService, clientOf, must, startTestService } from '../../support/service.ts'

const email = 'ada@example.net'
const password = 'a long enough "pass" phrase'

describe('coffer login', () => {
  let service: TestService
  let user: ClientUser
  before(async () => {
    service = await startTestService()
    const admin = await service.as('platform_admin')
    must(await admin.post('/api/users', { email, name: 'Ada', role: 'platform_operator', password }), 201)
  })
  after(() => service.close())
  beforeEach(() => {
    user = clientUser()
  })
  afterEach(() => user.end())

  const file = () => path.join(user.folder, 'coffer/sessions.json')
  const logIn = () => user.coffer(['login', service.url, '--email', email], `${password}\n`)

  it('reads the password from standard input, and stores the session for its owner only', async () => {
    const ended = await logIn()

    const me = JSON.parse((await user.coffer(['whoami', '--json'])).output)
    expect(ended).to.include({ code: 0, output: '' })
    expect(me).to.include({ email, role: 'platform_operator' })
    expect(fs.statSync(file()).mode & 0o777).to.equal(0o600)
    expect(fs.statSync(path.dirname(file())).mode & 0o777).to.equal(0o700)
    expect(fs.readFileSync(file(), 'utf8')).not.to.include(password)
  })

  it('prompts at a terminal without echoing the password', async () => {
    const ended = await user.atTerminal(['login', service.url], [email, password])

    expect(ended.code, ended.errors).to.equal(0)
    expect(ended.errors).to.include(`Password of ${email} (hidden): `).and.not.include(password)
  })

  it('asks for the code of a second factor at a terminal, and rejects a login without one', async () => {
    const [mail, admin] = ['eve@example.net', await service.as('platform_admin')]
    must(await admin.post('/api/users', { email: mail, name: 'Eve', role: 'platform_admin', password }), 201)
    const { token } = must(await service.anonymous.post('/api/auth/login', { email: mail, password }), 200)
    const { code } = await addTotp(service, clientOf(service.url, token))
    const own = code()

    const piped = await user.coffer(['login', service.url, '--email', mail], `${password}\n`)
    const ended = await user.atTerminal(['login', service.url], [mail, password, own])
    service.advance(60_000)
    const made = await user.atTerminal(['tokens', 'add', 'program', '--role', 'platform_operator'], [password, code()])

    expect(piped.code).not.to.equal(0)
    expect(piped.errors).to.include('COFFER_TOKEN')
    expect(ended.code, ended.errors).to.equal(0)
    expect(ended.errors).not.to.include(own)
    expect(made.code, made.errors).to.equal(0)
  })

  it('exits with 3 and stores nothing when the password is wrong', async () => {
    const ended = await user.coffer(['login', service.url, '--email', email], 'wrong')

    expect(ended.code).to.equal(3)
    expect(fs.existsSync(file())).to.equal(false)
  })

  describe('with a keyring', () => {
    const items = () => fs.readFileSync(path.join(user.folder, 'items'), 'utf8')

    /** Behaves like libsecret’s tool, with a file. If `takes` is false, the keyring stays locked. */
    function hasKeyring({ takes = true } = {}): void {
      const tool = path.join(user.folder, 'secret-tool')
      const lines = [
        '#!/bin/sh',
        `cd '${user.folder}'`,
        'case $1 in',
        `store) ${takes ? 'echo "$*" >> arguments; cat > items' : 'exit 1'};;`,
        'lookup) test -f items && cat items;;',
        'clear) rm -f items;;',
        'esac',
      ]
      fs.writeFileSync(tool, `${lines.join('\n')}\n`, { mode: 0o755 })
      user.env['PATH'] = `${user.folder}:${process.env['PATH']}`
      user.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nowhere'
    }

    it('stores the token in the keyring instead of the file, for every command', async () => {
      hasKeyring()

      const ended = await logIn()
      const me = JSON.parse((await user.coffer(['whoami', '--json'])).output)
      const token = items()

      expect(ended, ended.errors).to.include({ code: 0 })
      expect(me).to.include({ email })
      expect(token).to.match(/^\S{20,}$/)
      expect(fs.readFileSync(file(), 'utf8')).to.include('"token": null').and.not.include(token)
      expect(fs.readFileSync(path.join(user.folder, 'arguments'), 'utf8'))
        .to.include(`application coffer url ${service.url}`)
        .and.not.include(token)
    })

    it('deletes the token on logout, and reports a locked keyring', async () => {
      hasKeyring()
      await logIn()
      const token = items()
      fs.renameSync(path.join(user.folder, 'items'), path.join(user.folder, 'locked'))
      const locked = await user.coffer(['devices'])
      fs.writeFileSync(path.join(user.folder, 'items'), token)

      const ended = await user.coffer(['logout'])

      expect(locked.code).to.equal(3)
      expect(locked.errors).to.include('[not_logged_in]')
      expect(ended, ended.errors).to.include({ code: 0 })
      expect(fs.existsSync(path.join(user.folder, 'items'))).to.equal(false)
    })

    it('stores the session in the file, with a warning, if the keyring is unavailable', async () => {
      hasKeyring({ takes: false })

      const ended = await logIn()

      expect(ended.errors).to.include('the keyring is unavailable')
      expect((await user.coffer(['whoami'])).code).to.equal(0)
      expect(JSON.parse(fs.readFileSync(file(), 'utf8')).sessions[service.url].token).to.match(/^\S{20,}$/)
    })
  })

  it('rejects a session file that others can read', async () => {
    await logIn()
    fs.chmodSync(file(), 0o644)

    const ended = await user.coffer(['devices'])

    expect(ended.code).to.equal(2)
    expect(ended.errors).to.include(`chmod 600 ${file()}`).and.include('[session_file_exposed]')
  })

  it('logs out at the service and deletes the session', async () => {
    await logIn()
    const { token } = JSON.parse(fs.readFileSync(file(), 'utf8')).sessions[service.url]
    await user.coffer(['logout'])

    const after = await user.coffer(['devices'])

    expect(after).to.include({
      code: 3,
      errors: 'coffer: You are not logged in. [not_logged_in]\n  Run coffer login URL\n',
    })
    const used = await user.coffer(['devices', '--url', service.url])
    expect(used.code).to.equal(3)
    user.env['COFFER_TOKEN'] = token
    user.env['COFFER_URL'] = service.url
    expect(await user.coffer(['devices'])).to.include({ code: 3 })
  })

  it('ignores the stored session if the token variable is empty', async () => {
    await logIn()
    for (const empty of ['', ' ', '\n']) {
      user.env['COFFER_TOKEN'] = empty

      const ended = await user.coffer(['whoami', '--url', service.url])

      expect(ended).to.include({ code: 2, output: '' })
      expect(ended.errors).to.include('[token_variable_empty]')
    }
  })

  it('uses a token from the environment only for the service named with it', async () => {
    const { token } = await service.as('platform_admin')
    user.env['COFFER_TOKEN'] = token ?? ''

    const unnamed = await user.coffer(['whoami'])
    user.env['COFFER_URL'] = service.url
    const named = await user.coffer(['whoami'])

    expect(unnamed).to.include({ code: 2 })
    expect(named).to.include({ code: 0 })
    expect(named.output).to.include('platform_admin')
    expect(fs.existsSync(file())).to.equal(false)
  })

  it('rejects a password in the address', async () => {
    const ended = await user.coffer(['login', 'https://ada:secret@coffer.example.net'])

    expect(ended.code).to.equal(2)
    expect(ended.errors).not.to.include('secret')
  })

  it('prompts for the password again if the service requires it, without echoing it', async () => {
    await logIn()

    const made = await user.atTerminal(['tokens', 'add', 'by hand', '--role', 'platform_operator'], [password])
    const wrong = await user.coffer(['tokens', 'add', 'wrong', '--role', 'platform_operator'], 'a wrong password\n')
    const piped = await user.coffer(['tokens', 'add', 'piped', '--role', 'platform_operator'], `${password}\n`)

    expect(made.code, made.errors).to.equal(0)
    expect(made.errors).to.include('Your password (hidden): ').and.not.include(password)
    expect(wrong.errors).to.include('is not your password')
    expect(wrong.code).not.to.equal(0)
    expect(piped.code, piped.errors).to.equal(0)
  })
})
