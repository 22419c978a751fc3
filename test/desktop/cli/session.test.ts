import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

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

  it('takes the password from standard input, and keeps the session where only its owner can read', async () => {
    const ended = await logIn()

    const me = JSON.parse((await user.coffer(['whoami', '--json'])).output)
    expect(ended).to.include({ code: 0, output: '' })
    expect(me).to.include({ email, role: 'platform_operator' })
    expect(fs.statSync(file()).mode & 0o777).to.equal(0o600)
    expect(fs.statSync(path.dirname(file())).mode & 0o777).to.equal(0o700)
    expect(fs.readFileSync(file(), 'utf8')).not.to.include(password)
  })

  it('asks at a terminal, and does not show the password', async () => {
    const ended = await user.atTerminal(['login', service.url], [email, password])

    expect(ended.code, ended.errors).to.equal(0)
    expect(ended.errors).to.include(`Password of ${email} (hidden): `).and.not.include(password)
  })

  it('ends with 3 when the password is wrong, and keeps nothing', async () => {
    const ended = await user.coffer(['login', service.url, '--email', email], 'wrong')

    expect(ended.code).to.equal(3)
    expect(fs.existsSync(file())).to.equal(false)
  })

  describe('where there is a keyring', () => {
    const items = () => fs.readFileSync(path.join(user.folder, 'items'), 'utf8')

    /** Does what libsecret's tool does, with a file; `takes` of none it is a keyring that nobody unlocks. */
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

    it('keeps the token there and not in the file, and is given it by every command', async () => {
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

    it('takes it out again at the end, and says so where the keyring does not give it', async () => {
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

    it('that takes nothing, keeps the session in the file, and says so', async () => {
      hasKeyring({ takes: false })

      const ended = await logIn()

      expect(ended.errors).to.include('the keyring is unavailable')
      expect((await user.coffer(['whoami'])).code).to.equal(0)
      expect(JSON.parse(fs.readFileSync(file(), 'utf8')).sessions[service.url].token).to.match(/^\S{20,}$/)
    })
  })

  it('refuses a session that others can read', async () => {
    await logIn()
    fs.chmodSync(file(), 0o644)

    const ended = await user.coffer(['devices'])

    expect(ended.code).to.equal(2)
    expect(ended.errors).to.include(`chmod 600 ${file()}`).and.include('[session_file_exposed]')
  })

  it('ends the session at the service, and forgets it', async () => {
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

  it('does not take the session where the token of the environment is empty', async () => {
    await logIn()
    for (const empty of ['', ' ', '\n']) {
      user.env['COFFER_TOKEN'] = empty

      const ended = await user.coffer(['whoami', '--url', service.url])

      expect(ended).to.include({ code: 2, output: '' })
      expect(ended.errors).to.include('[token_variable_empty]')
    }
  })

  it('takes a token of the environment for the service that is named beside it only', async () => {
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

  it('refuses a password in an address', async () => {
    const ended = await user.coffer(['login', 'https://ada:secret@coffer.example.net'])

    expect(ended.code).to.equal(2)
    expect(ended.errors).not.to.include('secret')
  })

  it('asks for the password again where the service wants it, and does not show it', async () => {
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
