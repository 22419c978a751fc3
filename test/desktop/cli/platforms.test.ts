import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { aDocument } from '../../support/platform-documents.ts'
import { type Customer, must, type TestService } from '../../support/service.ts'
import type { ClientUser } from './client-runs.ts'
import { createClientScene } from './client-scene.ts'

describe('coffer platform', () => {
  let service: TestService
  let user: ClientUser
  let acme: Customer
  before(async () => {
    ;({ service, user } = await createClientScene())
    acme = await service.hasTenant('acme')
  })
  after(async () => {
    user?.end()
    await service?.close()
  })

  const said = async (args: string[]) => {
    const { code, output, errors } = await user.coffer(args)
    expect(code, errors).to.equal(0)
    return output
  }
  const fileWith = (name: string, text: string) => {
    const file = path.join(user.folder, name)
    fs.writeFileSync(file, text)
    return file
  }
  const codeOf = (errors: string) => /\[(\w+)\]$/m.exec(errors)?.[1]

  it('checks a document and prints its errors with line numbers', async () => {
    const good = fileWith('good.yaml', aDocument('acme_switch').source)
    const bad = fileWith('bad.yaml', aDocument('acme_switch').source.replace('vendor', 'vendr'))

    const checked = await said(['platform', 'check', good])
    const refused = await user.coffer(['platform', 'check', bad])

    expect(checked).to.equal(`${good}: no errors; platform acme_switch\n`)
    expect(refused.code).to.equal(8)
    expect(refused.output).to.include(`${bad}:4:1: vendr: The key vendr is unknown here.`)
  })

  it('stores, updates, activates, compares, exports and retires a customer’s document', async () => {
    const first = aDocument('acme_switch').source
    const second = `${first}# second\n`
    const file = fileWith('acme.yaml', first)
    const created = await said(['platform', 'create', file, '--note', 'first', '-t', 'acme'])
    const activated = await said(['platform', 'activate', 'acme_switch', '-t', 'acme'])
    fs.writeFileSync(file, second)
    const updated = await said(['platform', 'update', file, '-t', 'acme'])
    const tested = await said(['platform', 'tested', 'acme_switch', '-t', 'acme'])
    const difference = await said(['platform', 'diff', 'acme_switch', '-t', 'acme'])
    const again = await said(['platform', 'activate', 'acme_switch', '--number', '2', '-t', 'acme'])
    const shown = JSON.parse(await said(['platform', 'show', 'acme_switch', '-t', 'acme', '--json']))
    const table = await said(['platform', 'show', 'acme_switch', '-t', 'acme'])
    const exported = await said(['platform', 'export', 'acme_switch', '--number', '1', '-t', 'acme'])
    const target = path.join(user.folder, 'exported.yaml')
    await said(['platform', 'export', 'acme_switch', '--output', target, '-t', 'acme'])
    const retired = await said(['platform', 'retire', 'acme_switch', '-t', 'acme'])

    expect(created).to.equal('acme_switch stored as a draft\n')
    expect([activated, again]).to.deep.equal([1, 2].map((one) => `acme_switch: version ${one} is active\n`))
    expect(updated).to.equal('acme_switch: version 2 stored; the document is active\n')
    expect(tested).to.equal('acme_switch: version 2 is tested\n')
    expect(difference).to.include('+# second')
    expect(shown).to.include({ tenant_id: acme.id, status: 'active', active_version: 2 })
    expect(shown.versions.map(({ number }: { number: number }) => number)).to.deep.equal([2, 1])
    expect(table)
      .to.include('acme_switch: Acme Switch, active')
      .and.match(/2 \(active\)[^]*first/)
    expect(exported).to.equal(first)
    expect(fs.readFileSync(target, 'utf8')).to.equal(second)
    expect(retired).to.equal('acme_switch is retired\n')
  })

  it('imports documents and new versions, and lists them after the built-in platforms', async () => {
    const files = ['acme_one', 'acme_two'].map((id) => fileWith(`${id}.yaml`, aDocument(id).source))
    const first = await said(['platform', 'import', ...files])
    fs.appendFileSync(files[0]!, '# changed\n')
    const second = await said(['platform', 'import', ...files])
    const listed = JSON.parse(await said(['platform', 'list', '--json']))
    const own = JSON.parse(await said(['platform', 'list', '--documents', '--json']))

    expect(first).to.match(/acme_one: version 1 stored[^]*acme_two: version 1 stored/)
    expect(second).to.match(/acme_one: version 2 stored[^]*acme_two: version 1 stored/)
    const ids = own.map(({ platform }: { platform: string }) => platform)
    expect(ids).to.include.members(['acme_one', 'acme_switch', 'acme_two'])
    expect(listed[0]).to.deep.include({ of: 'product', status: 'active' })
    expect(listed.slice(-ids.length)).to.deep.equal(own)
    expect(own[0]).to.deep.include({ platform: 'acme_one', of: 'all customers', status: 'draft', version: 2 })
  })

  it('imports definitions of other products as drafts, with a report', async () => {
    const lines = ['default_mode: exec', 'modes:', '  - name: exec', "    prompt_pattern: '^[a-z]+#$'", '']
    const good = fileWith('vega_os.yaml', lines.join('\n'))
    const partial = fileWith('vega_ng.yaml', [...lines, 'future_key: 1'].join('\n'))
    const bad = fileWith('bad_os.yaml', 'default_mode: exec\n')
    const target = path.join(user.folder, 'draft.yaml')

    const stored = await said(['platform', 'import', good, '--from', 'scrapli', '--vendor', 'Vega Ltd'])
    const shown = JSON.parse(await said(['platform', 'show', 'vega_os_scrapli', '--json']))
    const lossy = await user.coffer(['platform', 'import', partial, '--from', 'scrapli', '--output', target])
    const refused = await user.coffer(['platform', 'import', bad, '--from', 'scrapli'])
    const unknown = await user.coffer(['platform', 'import', good, '--from', 'rancid'])

    expect(stored).to.match(/vega_os\.yaml: 3 carried, 0 left out, 1 assumed, 0 lost\n *LINE {2}PART/)
    expect(stored).to.include('vega_os_scrapli: version 1 stored; the document is draft')
    expect(shown).to.deep.include({ name: 'vega_os', vendor: 'Vega Ltd', status: 'draft' })
    expect(lossy.code).to.equal(8)
    expect(lossy.output).to.include('The key future_key is unknown.').and.not.include('stored')
    expect(fs.readFileSync(target, 'utf8')).to.include('id: vega_ng_scrapli')
    expect([refused.code, codeOf(refused.errors)]).to.deep.equal([6, 'platform_definition_invalid'])
    expect(refused.errors).to.include('1:1')
    expect([unknown.code, codeOf(unknown.errors)]).to.deep.equal([2, 'option_not_one_of'])
  })

  it('exports a document with its tests, and restores both for another customer', async () => {
    const secretive = aDocument('acme_tested', "secrets: ['^user \\S+ password (\\S+)']\n").source
    const file = fileWith('tested.yaml', secretive)
    await said(['platform', 'import', file, '-t', 'acme'])
    const admin = await acme.as('tenant_admin')
    const [document] = must(await admin.get('/api/platforms/documents?platform=acme_tested'), 200)
    const shown = ['hostname a', 'user ops password hunter2', 'vlan 1', 'vlan 2', 'end']
    const answer = { artifact: 'running-config', command: 'show running-config', outcome: 'accepted' }
    const transcript = { prompt: 'acme#', answers: [{ ...answer, lines: shown, masked: [] }] }
    const tests = `/api/platforms/documents/${document.id}/tests`
    must(await admin.post(tests, { name: 'a1, release 2', transcript }), 200)
    await service.hasTenant('globex')
    const target = path.join(user.folder, 'with-tests.yaml')

    await said(['platform', 'export', 'acme_tested', '--tests', '--output', target, '-t', 'acme'])
    const twice = await said(['platform', 'import', target, '-t', 'acme'])
    await said(['platform', 'import', target, '-t', 'globex'])
    const listed = JSON.parse(await said(['platform', 'tests', 'acme_tested', '-t', 'globex', '--json']))
    const again = await said(['platform', 'export', 'acme_tested', '--tests', '-t', 'globex'])
    const bad = fileWith('refused.yaml', fs.readFileSync(target, 'utf8').replace('"acme#"', '"acme%"'))
    await service.hasTenant('initech')
    const refused = await user.coffer(['platform', 'import', bad, '-t', 'initech'])
    const broken = await user.coffer([
      'platform',
      'import',
      fileWith('broken.yaml', `${secretive}---\ncoffer_tests: [`),
    ])

    const exported = fs.readFileSync(target, 'utf8')
    expect(exported.startsWith(secretive)).to.equal(true)
    expect(exported).to.include('user ops password <secret>').and.not.include('hunter2')
    expect(twice).to.equal('acme_tested: version 1 stored; the document is draft\n')
    expect(listed).to.have.length(1)
    expect(listed[0]).to.include({ name: 'a1, release 2', answers: 1, device_id: null, run_id: null })
    expect(again).to.equal(exported)
    expect([refused.code, codeOf(refused.errors)]).to.deep.equal([6, 'platform_document_invalid'])
    expect([broken.code, codeOf(broken.errors)]).to.deep.equal([2, 'document_tests_unreadable'])
  })

  it('explains each rejected operation', async () => {
    const bad = fileWith('bad.yaml', aDocument('acme_bad').source.replace('vendor', 'vendr'))
    const none = fileWith('none.yaml', 'name: x\n')

    const results = [
      await user.coffer(['platform', 'create', bad]),
      await user.coffer(['platform', 'import', none]),
      await user.coffer(['platform', 'show', 'acme_three']),
      await user.coffer(['platform', 'export', 'acme_one', '--number', '9']),
      await user.coffer(['platform', 'retire', 'acme_one']),
    ]
    const removed = await user.coffer(['platform', 'remove', 'acme_two', '--yes'])

    expect(results.map(({ code, errors }) => [code, codeOf(errors)])).to.deep.equal([
      [6, 'platform_document_invalid'],
      [2, 'platform_id_missing'],
      [5, 'name_not_found'],
      [5, 'platform_version_missing'],
      [6, 'platform_not_activated'],
    ])
    expect(results[0]?.errors).to.include('4:1: vendr: The key vendr is unknown here.')
    expect([removed.code, removed.errors]).to.deep.equal([0, 'acme_two deleted\n'])
  })

  it('prints the JSON schema for editors', async () => {
    const schema = JSON.parse(await said(['platform', 'schema']))

    expect(schema).to.deep.include({ additionalProperties: false })
  })
})
