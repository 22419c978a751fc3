import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { type ClientUser, clientUser } from './client-runs.ts'
import { createClientScene, email, password } from './client-scene.ts'
import type { TestService } from '../../support/service.ts'

const bosPassword = 'another long "pass" phrase'

/** A platform administrator who is logged in, and adds what a new customer needs. */
describe('coffer customers, agents and users', () => {
  let service: TestService
  let user: ClientUser
  let byToken: ClientUser
  before(async () => {
    ;({ service, user } = await createClientScene())
    const options = ['--role', 'platform_admin', '--json']
    const made = await user.coffer(['tokens', 'add', 'program', ...options], `${password}\n`)
    byToken = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: JSON.parse(made.output).token })
  })
  after(async () => {
    user.end()
    byToken.end()
    await service.close()
  })

  const said = async (args: string[], input?: string) => {
    const { code, output, errors } = await user.coffer(args, input)
    expect(code, errors).to.equal(0)
    return output
  }
  const fileWith = (text: string) => {
    const file = path.join(user.folder, 'new-password')
    fs.writeFileSync(file, `${text}\n`)
    return file
  }

  it('creates a token with some permissions of its role, and lists them', async () => {
    const wanted = ['tokens', 'add', 'inventory', '--role', 'platform_operator']
    const options = ['--permission', 'device:read', '--permission', 'report:read', '--json']
    const made = JSON.parse(await said([...wanted, ...options], `${password}\n`))
    const surplus = await user.coffer([...wanted, '--permission', 'purge:force'], `${password}\n`)
    const listed = await said(['tokens'])

    expect(made.permissions).to.deep.equal(['device:read', 'report:read'])
    expect(listed).to.match(/^inventory +platform_operator +device:read report:read /m)
    expect(listed).to.match(/^program +platform_admin +all of the role /m)
    expect(surplus.errors).to.include('is a permission that the chosen role does not have')
  })

  it('adds, renames and shows a customer', async () => {
    const added = await said(['customers', 'add', 'acme', '--name', 'Acme Ltd'])
    const changed = await said(['customers', 'edit', 'acme', '--name', 'Acme Networks'])
    const shown = await said(['customers', 'show', 'acme'])
    const again = await user.coffer(['customers', 'add', 'acme'])

    expect(added).to.equal('acme added\n')
    expect(changed).to.equal('acme changed\n')
    expect(shown)
      .to.match(/^acme: Acme Networks\nid [0-9a-f-]{36}, added /)
      .and.include('decommissioned devices are kept for 365 days')
    expect(again.code).to.equal(6)
    expect((await user.coffer(['customers', 'edit', 'acme'])).errors).to.include('[change_missing]')
  })

  it('requires the password to shorten the retention of decommissioned devices', async () => {
    await said(['customers', 'add', 'north', '--keep-decommissioned', '100'])

    const without = await user.coffer(['customers', 'edit', 'north', '--keep-decommissioned', '10'])
    const token = await byToken.coffer(['customers', 'edit', 'north', '--keep-decommissioned', '10'])
    const reduced = JSON.parse(
      await said(['customers', 'edit', 'north', '--keep-decommissioned', '10', '--json'], `${password}\n`),
    )

    expect(without.code).to.equal(2)
    expect(without.errors).to.include('requires your password').and.include('standard input')
    expect(token.code).to.equal(4)
    expect(token.errors).to.include('coffer login')
    expect(reduced.decommissioned_retention_days).to.equal(10)
  })

  it('adds an agent, creates its enrolment token and revokes it', async () => {
    await said(['customers', 'add', 'west'])
    await said(['agents', 'add', 'west-10', '-t', 'west'])
    const added = await said(['agents', 'add', 'west-1', '--name', 'West, rack 1', '-t', 'west'])
    const token = await user.coffer(['agents', 'token', 'west-1', '--minutes', '5', '-t', 'west'])
    const denied = await byToken.coffer(['agents', 'token', 'west-1', '-t', 'west'])
    const unasked = await user.coffer(['agents', 'revoke', 'West, rack 1', '-t', 'west'])
    const declined = await user.atTerminal(['agents', 'revoke', 'west-1', '-t', 'west'], ['no'])
    const revoked = await user.atTerminal(['agents', 'revoke', 'West, rack 1', '-t', 'west'], ['yes'])
    const shown = JSON.parse(await said(['agents', 'show', 'west-1', '-t', 'west', '--json']))
    await said(['agents', 'remove', 'west-1', '-t', 'west'])

    expect(added).to.equal('west-1 added. Enrol it with: coffer agents token west-1\n')
    expect(token.output).to.match(/^\S{20,}\n$/)
    expect(token.errors).to.include('valid until').and.not.include(token.output.trim())
    expect([denied.code, unasked.code, declined.code]).to.deep.equal([4, 2, 6])
    expect(denied.errors).to.include('coffer login')
    expect(unasked.errors).to.include('[confirmation_prompt_impossible]')
    expect(revoked.output).to.equal('West, rack 1 revoked\n')
    expect(shown).to.include({ slug: 'west-1', status: 'revoked' })
    expect(await said(['agents', '-t', 'west', '--ndjson'])).to.not.include('"west-1"')
  })

  it('runs an agent for a customer on the server, and removes it', async () => {
    await said(['customers', 'add', 'close'])
    const add = ['agents', 'add-local', '-t', 'close']

    const before = await said(['agents', 'local', '-t', 'close'])
    const [added, again] = [await said(add), await said(add)]
    const shown = await said(['agents', 'local', '-t', 'close'])
    const declined = await user.atTerminal(['agents', 'remove-local', '-t', 'close'], ['no'])
    const removed = await user.coffer(['agents', 'remove-local', '-t', 'close', '--yes'])
    const unnamed = await user.coffer(['agents', 'add-local'])

    expect(before).to.equal('no agent; this server can run one\n0 of at most 5 local agents\n')
    expect([added, again]).to.deep.equal(['local runs on the server\n', 'local runs on the server\n'])
    expect(shown).to.equal('local: pending, on this server\n1 of at most 5 local agents\n')
    expect([declined.code, removed.code, unnamed.code]).to.deep.equal([6, 0, 2])
    expect(unnamed.errors).to.include('--tenant')
    expect(await said(['agents', 'local', '-t', 'close'])).to.equal(before)
  })

  it('finds an agent by its name, and rejects a name that two customers use', async () => {
    for (const name of ['inland', 'far']) await said(['customers', 'add', name])
    await said(['agents', 'add', 'inland-1', '-t', 'inland'])
    for (const name of ['inland', 'far']) await said(['agents', 'add', 'shared-1', '-t', name])

    const token = await user.coffer(['agents', 'token', 'inland-1'])
    const revoked = await user.coffer(['agents', 'revoke', 'inland-1', '--yes'])
    const shared = await user.coffer(['agents', 'revoke', 'shared-1', '--yes'])

    expect(token.output, token.errors).to.match(/^\S{20,}\n$/)
    expect(revoked.output, revoked.errors).to.equal('inland-1 revoked\n')
    expect(shared.code).to.equal(5)
    expect(shared.errors).to.include('[name_not_unique]')
  })

  it('changes an agent, and clears its alert only after it was stopped', async () => {
    await said(['customers', 'add', 'south'])
    await said(['agents', 'add', 'south-1', '-t', 'south'])

    const changed = await said(['agents', 'edit', 'south-1', '--name', 'South', '--lab', '-t', 'south'])
    const cleared = await user.coffer(['agents', 'clear', 'South', '-t', 'south'])
    const unknown = await user.coffer(['agents', 'show', 'Sout', '-t', 'south'])

    expect(changed).to.equal('South changed\n')
    expect(await said(['agents', 'show', 'South', '-t', 'south'])).to.match(/^South \(south-1\): pending, LAB MODE\n/)
    expect(cleared.code).to.equal(6)
    expect(unknown.code).to.equal(5)
  })

  it('adds a user with a password from a file, and changes role and password', async () => {
    await said(['customers', 'add', 'east'])
    const add = ['users', 'add', 'bo@example.net', '--name', 'Bo', '--role', 'tenant_operator', '-t', 'east']
    const file = fileWith(bosPassword)
    const added = await said([...add, '--password', file], `${password}\n`)
    const bo = clientUser()
    const loggedIn = await bo.coffer(['login', service.url, '--email', 'bo@example.net'], `${bosPassword}\n`)
    const early = await bo.coffer(['devices'])
    const chosen = await bo.coffer(['password', '--password', fileWith('a phrase of his own')], `${bosPassword}\n`)
    const next = await bo.coffer(['devices'])
    const sessions = JSON.parse(await said(['users', 'sessions', 'bo@example.net', '--json']))
    const edited = await said(['users', 'edit', 'BO@example.net', '--role', 'tenant_admin'], `${password}\n`)
    const reset = await said(
      ['users', 'reset-password', 'bo@example.net', '--password', fileWith('a third long phrase')],
      `${password}\n`,
    )
    const out = await bo.coffer(['whoami'])
    const old = await bo.coffer(['login', service.url, '--email', 'bo@example.net'], `${bosPassword}\n`)
    bo.end()

    expect(added).to.equal('bo@example.net added as tenant_operator\n')
    expect(loggedIn.code, loggedIn.errors).to.equal(0)
    expect(loggedIn.errors).to.include('run `coffer password`')
    expect(early.errors).to.include('[password_change_required]')
    expect([chosen.code, next.code], chosen.errors + next.errors).to.deep.equal([0, 0])
    expect(sessions).to.have.length(1)
    expect(edited).to.equal('bo@example.net changed: Bo, tenant_admin\n')
    expect(reset).to.equal('password of bo@example.net changed\n')
    expect([out.code, old.code]).to.deep.equal([3, 3])
  })

  it('prompts twice for a new password, and rejects one in arguments or standard input', async () => {
    const add = ['users', 'add', 'cy@example.net', '--role', 'platform_operator']
    const differing = await user.atTerminal(add, ['one long enough phrase', 'another long enough phrase'])
    const piped = await user.coffer(add, `${bosPassword}\n`)
    const made = await user.atTerminal(add, [bosPassword, bosPassword, password])
    const ofTenant = await user.coffer([...add, '-t', 'acme'])

    expect(differing.errors).to.include('[passwords_differ]')
    expect(piped.code).to.equal(2)
    expect(piped.errors).to.include('[second_password_missing]')
    expect(made.code, made.errors).to.equal(0)
    expect(made.errors).to.include('New password of cy@example.net').and.not.include(bosPassword)
    expect(ofTenant.errors).to.include('[platform_role_has_no_customer]')
  })

  it('disables, enables and deletes a user, and ends their sessions', async () => {
    const add = ['users', 'add', 'di@example.net', '--role', 'platform_operator', '--password', fileWith(bosPassword)]
    await said(add, `${password}\n`)
    const di = clientUser()
    const logIn = () => di.coffer(['login', service.url, '--email', 'di@example.net'], `${bosPassword}\n`)
    await logIn()

    const ended = await said(['users', 'end-sessions', 'di@example.net'], `${password}\n`)
    const afterEnd = await di.coffer(['whoami'])
    const disabled = await said(['users', 'disable', 'di@example.net'])
    const whileDisabled = await logIn()
    const list = await said(['users'])
    const enabled = await said(['users', 'enable', 'di@example.net'], `${password}\n`)
    const afterEnable = await logIn()
    const unasked = await user.coffer(['users', 'remove', 'di@example.net'])
    const removed = await user.coffer(['users', 'remove', 'di@example.net', '--yes'])
    const gone = await user.coffer(['users', 'disable', 'di@example.net'])
    const byProgram = await byToken.coffer(['users', 'disable', email])
    di.end()

    expect(ended).to.equal('sessions of di@example.net ended\n')
    expect([afterEnd.code, whileDisabled.code, afterEnable.code]).to.deep.equal([3, 3, 0])
    expect(disabled).to.equal('di@example.net disabled\n')
    expect(list).to.match(/\ndi@example\.net +di@example\.net +platform_operator +- +disabled +must be changed\n/)
    expect(enabled).to.equal('di@example.net enabled\n')
    expect([unasked.code, removed.code, gone.code, byProgram.code]).to.deep.equal([2, 0, 5, 4])
    expect(removed.errors).to.equal('di@example.net deleted\n')
  })
})
