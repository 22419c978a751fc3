import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { recordEvents } from '../../../service/domain/outbox/events/record-events.ts'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type Customer, type TestService, startTestService } from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'
import { systemTransactions } from '../../support/system-transactions.ts'

const secret = 'a-Secret-of-the-signature'
const address = 'https://hooks.example.net/services/T0/this-part-is-a-secret'

describe('coffer blackouts and webhooks', function () {
  let service: TestService
  let acme: Customer
  let user: ClientUser
  let answer: number
  let lastHeaders: Record<string, string>
  before(async () => {
    service = await startTestService({
      outgoing: async ({ headers = {} }) => {
        lastHeaders = headers
        return Promise.resolve({ status: answer, headers: {}, body: Buffer.alloc(0) })
      },
    })
    acme = await service.hasTenant('acme')
    await acme.hasDevice({ name: 'edge1', schedule: '0 2 * * *', site: 'lyon' })
    const { token } = await service.as('platform_admin')
    user = clientUser({ COFFER_URL: service.url, COFFER_TOKEN: token ?? '' })
  })
  after(async () => {
    user.end()
    await service.close()
  })

  const said = async (...args: string[]) => {
    const { code, output, errors } = await user.coffer(args)
    expect(code, errors).to.equal(0)
    return output
  }
  const refused = async (...args: string[]) => {
    const { code, errors } = await user.coffer(args)
    return [code, /\[(\w+)\]$/m.exec(errors)?.[1]]
  }
  const fileOf = (name: string, text: string) => {
    const file = path.join(user.folder, name)
    fs.writeFileSync(file, `${text}\n`)
    return file
  }
  const named = async (...args: string[]) =>
    JSON.parse(await said('blackouts', ...args, '--json')).map(({ name }: { name: string }) => name)

  it('adds, changes, lists and deletes the blackouts of each level', async () => {
    const weekly = ['--days', 'mon,tue', '--from', '22:00', '--to', '06:00']
    const once = ['--starts', '2026-12-20', '--ends', '2027-01-04T06:00', '-t', 'acme']
    expect(await said('blackouts', 'add', 'all of us', ...weekly, '--everywhere')).to.equal('all of us added\n')
    await said('blackouts', 'add', 'nights', ...weekly, '-t', 'acme')
    await said('blackouts', 'add', 'freeze', ...once)
    await said('blackouts', 'add', 'site work', ...once, '--site', 'lyon')
    await said('blackouts', 'add', 'own', ...weekly, '--device', 'edge1')

    expect(await said('blackouts', '--device', 'edge1')).to.equal(
      [
        'NAME       OF         BEGINS                ENDS',
        'all of us  platform   mon,tue 22:00         06:00',
        'nights     customer   mon,tue 22:00         06:00',
        'freeze     customer   2026-12-20 00:00:00Z  2027-01-04 06:00:00Z',
        'site work  site lyon  2026-12-20 00:00:00Z  2027-01-04 06:00:00Z',
        'own        device     mon,tue 22:00         06:00',
        '',
      ].join('\n'),
    )
    expect((await said('blackouts')).split('\n').map((line) => line.split(/  +/).slice(0, 2))).to.deep.equal([
      ['NAME', 'OF'],
      ['all of us', 'platform'],
      ['nights', 'customer'],
      ['freeze', 'customer'],
      ['site work', 'site lyon'],
      ['own', 'device'],
      [''],
    ])
    expect(
      await refused('blackouts', 'add', 'soon', '--starts', '2h', '--ends', '2027-01-04', '-t', 'acme'),
    ).to.deep.equal([2, 'time_is_age'])
    expect(await said('blackouts', 'edit', 'nights', '--days', 'sun', '--from', '01:00', '--to', '02:00', '-t', 'acme'))
      .to // prettier-ignore
      .equal('nights changed\n')
    await said('blackouts', 'edit', 'freeze', '--name', 'end of the year', '-t', 'acme')
    const [nights, freeze] = JSON.parse(await said('blackouts', '-t', 'acme', '--json'))
    expect(nights).to.deep.include({ days: ['sun'], from: '01:00', to: '02:00' })
    expect(freeze).to.deep.include({ name: 'end of the year', ends_at: '2027-01-04T06:00:00.000Z' })
    expect(await said('blackouts', 'remove', 'nights', '-t', 'acme')).to.equal('nights removed\n')
    expect(await named('-t', 'acme')).to.deep.equal(['end of the year'])
    expect(await named('--everywhere')).to.deep.equal(['all of us'])
    expect(await named('--site', 'lyon', '-t', 'acme')).to.deep.equal(['site work'])
  })

  it('explains why a blackout is invalid', async () => {
    const days = ['--days', 'mon', '--from', '08:00', '--to', '09:00']
    await said('blackouts', 'add', 'there', ...days, '-t', 'acme')

    expect(await refused('blackouts', 'add', 'there', ...days, '-t', 'acme')).to.deep.equal([6, 'blackout_exists'])
    expect((await refused('blackouts', 'add', 'half', '--days', 'mon', '-t', 'acme'))[0]).to.equal(6)
    expect((await refused('blackouts', 'add', 'odd', '--days', 'someday', '--from', '1', '-t', 'acme'))[0]).to.equal(6)
    expect(await refused('blackouts', 'remove', 'nowhere', '-t', 'acme')).to.deep.equal([5, 'name_not_found'])
    expect((await refused('blackouts', '--everywhere', '--site', 'x', '-t', 'acme'))[0]).to.equal(2)
    expect((await refused('blackouts', 'edit', 'there', '-t', 'acme'))[0]).to.equal(2)
    expect((await refused('blackouts', 'add', 'whose', ...days))[0]).to.equal(6)
  })

  it('creates a webhook from two files, hides their content, and reports a test delivery', async () => {
    const [url, key] = [path.join(user.folder, 'url'), path.join(user.folder, 'key')]
    fs.writeFileSync(url, `${address}\n`)
    fs.writeFileSync(key, `${secret}\n`)
    const files = ['--address', url, '--secret', key]

    const added = await said('webhooks', 'add', 'on call', ...files, '--severity', 'warning', '--tag', 'core', '-t', 'acme') // prettier-ignore
    answer = 204
    const arrived = await user.coffer(['webhooks', 'test', 'on call'])
    answer = 500
    const failed = await user.coffer(['webhooks', 'test', 'on call'])
    const listed = await said('webhooks')
    const [webhook] = JSON.parse(await said('webhooks', '--json', '-t', 'acme'))

    expect(added).to.equal('on call added for hooks.example.net. Test it with: coffer webhooks test "on call"\n')
    expect(arrived).to.deep.include({ code: 0, output: 'delivered: response 204\n' })
    expect(failed.code).to.equal(8)
    expect(failed.output).to.match(/^failed: /)
    expect(listed).to.match(/\non call +acme +hooks.example.net +warning +working +[0-9a-f-]{36}\n/)
    expect(webhook).to.deep.include({ min_severity: 'warning', tags: ['core'], enabled: true })
    for (const one of [added, listed, JSON.stringify(webhook), arrived.output]) {
      expect(one).to.not.include(secret).and.to.not.include('this-part-is-a-secret')
    }
  })

  it('prompts for address and secret at a terminal', async () => {
    const asked = ['webhooks', 'add', 'asked', '--address', '-', '--secret', '-', '-t', 'acme']
    const made = await user.atTerminal(asked, [address, secret])

    expect(made.code, made.errors).to.equal(0)
    expect(made.errors).to.not.include(secret)
    expect((await user.coffer(asked, `${secret}\n`)).code).to.equal(2)
    expect(await refused('webhooks', 'add', 'bare', '-t', 'acme')).to.deep.equal([2, 'options_missing'])
  })

  it('sets webhook headers from files or prompts, keeps stored values and removes them', async () => {
    const value = 'Bearer not-to-be-shown'
    const files = { url: address, key: secret, auth: value }
    const [url, key, auth] = Object.entries(files).map(([name, text]) => fileOf(name, text))
    const headersNow = async () =>
      JSON.parse(await said('webhooks', '--json', '-t', 'acme')).find(({ name }: { name: string }) => name === 'headed')
        .header_names
    const add = ['webhooks', 'add', 'headed', '--address', `${url}`, '--secret', `${key}`, '-t', 'acme']

    const made = await user.atTerminal([...add, '--header', `Authorization=${auth}`, '--header', 'X-Key=-'], ['asked'])
    answer = 204
    await said('webhooks', 'test', 'headed')
    const sent = lastHeaders
    await said('webhooks', 'edit', 'headed', '--header', 'X-Key')
    const kept = await headersNow()
    await said('webhooks', 'test', 'headed')
    const sentAgain = lastHeaders
    await said('webhooks', 'edit', 'headed', '--header', '')

    expect(made.code, made.errors).to.equal(0)
    expect(`${made.output}${made.errors}`).to.not.include('not-to-be-shown')
    expect(sent).to.include({ authorization: value, 'x-key': 'asked' })
    expect(kept).to.deep.equal(['X-Key'])
    expect(sentAgain).to.include({ 'x-key': 'asked' }).and.not.have.property('authorization')
    expect(await headersNow()).to.deep.equal([])
  })

  it('rejects a header value that is an argument, empty, missing or repeated', async () => {
    const [url, key, empty] = [fileOf('url', address), fileOf('key', secret), fileOf('empty', '')]
    const why = async (...headers: string[]) => {
      const options = headers.flatMap((header) => ['--header', header])
      return refused('webhooks', 'add', 'no', '--address', url, '--secret', key, '-t', 'acme', ...options)
    }

    expect(await why('Authorization: Bearer abc')).to.deep.equal([2, 'header_value_in_arguments'])
    expect(await why(`A=${empty}`)).to.deep.equal([2, 'header_value_empty'])
    expect(await why('A')).to.deep.equal([2, 'header_value_missing'])
    expect(await why(`A=${key}`, `a=${key}`)).to.deep.equal([2, 'option_repeated'])
    expect(await why(`=${key}`)).to.deep.equal([2, 'header_name_missing'])
  })

  it('changes a webhook, lists its deliveries, repeats one, and deletes the webhook', async () => {
    await said('webhooks', 'edit', 'on call', '--tag', '', '--severity', 'info', '--digest', '0', '--name', 'pager')
    await systemTransactions(service.dependencies)((moment) =>
      recordEvents(moment, [
        {
          type: 'run.failed',
          tenantId: acme.id,
          data: { run_id: acme.id, trigger: 'manual', error_code: 'auth_failed' },
        },
      ]),
    )
    await publish(service)

    const waiting = await said('webhooks', 'deliveries', 'pager', '--status', 'waiting')
    const [delivery] = JSON.parse(await said('webhooks', 'deliveries', 'pager', '--status', 'failed', '--json'))
    const again = await said('webhooks', 'resend', 'pager', delivery.id)
    const disabled = await said('webhooks', 'edit', 'pager', '--disable')

    expect(waiting).to.match(/Z +waiting +run\.failed +0 /)
    expect(again).to.equal('sent again\n')
    expect(disabled).to.equal('pager changed\n')
    expect(await said('webhooks')).to.match(/\npager +acme +hooks.example.net +info +disabled /)
    expect((await user.coffer(['webhooks', 'remove', 'pager'])).errors).to.equal('pager removed\n')
    expect(await refused('webhooks', 'test', 'pager')).to.deep.equal([5, 'name_not_found'])
    expect((await refused('webhooks', 'edit', 'asked', '--enable', '--disable'))[0]).to.equal(2)
    expect((await refused('webhooks', 'edit', 'asked'))[0]).to.equal(2)
  })
  it('adds a channel from a file, previews, tests, changes and removes it', async () => {
    const json = (fields: object) => fileOf('channel.json', JSON.stringify(fields))
    const ntfy = { server: 'https://ntfy.example.net', topic: 'a-secret-topic' }
    const added = await said('channels', 'add', 'ops', json({ kind: 'ntfy', ntfy, language: 'fr' }), '-t', 'acme')
    const preview = await said('channels', 'preview', 'ops')
    answer = 200
    const tested = await said('channels', 'test', 'ops')
    const changed = await said('channels', 'edit', 'ops', '--file', json({ rules: [{ min_severity: 'critical' }] }))
    const [delivery] = JSON.parse(await said('channels', 'deliveries', 'ops', '--json'))
    const again = await said('channels', 'resend', 'ops', delivery.id)
    const [channel] = JSON.parse(await said('channels', '--json', '-t', 'acme')).filter(({ name }: { name: string }) => name === 'ops') // prettier-ignore

    expect(added).to.equal('ops added for ntfy.example.net. Test it with: coffer channels test "ops"\n')
    expect(preview)
      .to.match(/^body:\n/)
      .and.to.include('ne sauvegarde a échoué')
    expect([tested, changed, again]).to.deep.equal(['delivered: response 200\n', 'ops changed\n', 'sent again\n'])
    expect(channel.rules[0]).to.include({ min_severity: 'critical' })
    expect(await said('channels')).to.match(/\nops +acme +ntfy +ntfy.example.net +working /)
    expect(added + preview + JSON.stringify(channel)).to.not.include('a-secret-topic')
    expect((await user.coffer(['channels', 'remove', 'ops'])).errors).to.equal('ops removed\n')
    expect(await refused('channels', 'test', 'ops')).to.deep.equal([5, 'name_not_found'])
    expect((await refused('channels', 'edit', 'ops'))[0]).to.equal(2)
  })

  it('acknowledges an event', async () => {
    const admin = await service.as('platform_admin')
    const [event] = (await admin.get('/api/events?type=run.failed&limit=1')).body

    const output = await said('events', 'acknowledge', event.id, '--note', 'on my way')

    expect(output).to.match(/^run\.failed acknowledged by \S+/)
  })

  it('sets, shows, tests and removes the mail server', async () => {
    const file = fileOf(
      'mail.json',
      JSON.stringify({ host: '127.0.0.1', port: 9, security: 'none', from: 'c@example.net' }),
    )
    const password = fileOf('mail.password', 'a mail password')

    const set = await said('mail-server', 'set', file)
    const tested = await user.coffer(['mail-server', 'test', 'admin@example.net'])
    const login = fileOf(
      'login.json',
      JSON.stringify({ host: 'mail.example.net', username: 'c', from: 'c@example.net' }),
    )
    const withLogin = await said('mail-server', 'set', login, '--password', password)

    expect(set).to.equal('127.0.0.1:9 (none), no login, from c@example.net\n')
    expect(tested.code).to.equal(8)
    expect(withLogin).to.equal('mail.example.net:587 (starttls), login c, from c@example.net\n')
    expect((await user.coffer(['mail-server', 'remove'])).errors).to.equal('mail server removed\n')
    expect(await said('mail-server')).to.equal('no mail server is set\n')
  })
})
