import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, type Customer, must } from '../../support/service.ts'
import { zephyrDocument } from '../../support/zephyr-device.ts'

describeConsole('the pages of platform documents', () => {
  let shown: TestConsole
  let customer: Customer
  let admin: Client

  before(async () => {
    shown = await openConsole()
    customer = await shown.service.hasTenant()
    admin = await customer.as('tenant_admin')
  })

  after(() => shown?.close())

  it('add a document from a file, and show its errors at their lines', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/platforms/new' })
    const load = (text: string) =>
      page.getByLabel('Load a file').setInputFiles({ name: 'x.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) })

    await load(zephyrDocument.replace('vendor:', 'vendr:'))
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('button', { name: /Line 4, column 1: The key vendr is unknown/ }).click()
    expect(await page.locator('.cm-errorLine').first().textContent()).to.equal('vendr: Zephyr')
    expect(await axe('both')).to.deep.equal([])
    await picture('platform-new')

    await load(zephyrDocument)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('The document has no errors.').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('heading', { name: 'Zephyr OS' }).waitFor()
    await page.getByText('draft', { exact: true }).waitFor()
    await close()
  })

  it('import a definition of another product, report its parts, and open the draft in the editor', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/platforms/new' })
    const definition = readFileSync(join(import.meta.dirname, '../../fixtures/definitions/scrapli/huawei_vrp.yaml'))

    await page.getByRole('button', { name: 'Import a definition' }).click()
    await page.getByLabel('Definition', { exact: true }).fill('default_mode: exec\n')
    await page.getByRole('button', { name: 'Convert' }).click()
    await page.getByText('Line 1, column 1: The key modes is missing.').waitFor()
    await page
      .getByLabel('Load a definition')
      .setInputFiles({ name: 'vega_vrp.yaml', mimeType: 'text/yaml', buffer: definition })
    await page.getByRole('button', { name: 'Convert' }).click()

    await page.getByRole('row', { name: /^41 lost.*screen-width 255.*before the device asks it/ }).waitFor()
    await page.getByText(/carried over, \d+ left out, 1 assumed, 1 lost/).waitFor()
    await page.locator('.cm-line', { hasText: 'id: vega_vrp' }).waitFor()
    await picture('platform-import')
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('heading', { name: 'vega_vrp' }).waitFor()

    const [stored] = must(await admin.get('/api/platforms/documents?platform=vega_vrp'), 200)
    expect(stored).to.deep.include({ name: 'vega_vrp', status: 'draft' })
    must(await admin.send('DELETE', `/api/platforms/documents/${stored.id}`), 204)
    await close()
  })

  it('export a document with its tests, and keep them when its file is loaded', async () => {
    const source = zephyrDocument.replace('id: zephyr_os', 'id: zephyr_two').replace('Zephyr OS', 'Zephyr two')
    const { id } = must(await admin.post('/api/platforms/documents', { source }), 201)
    const lines = ['hostname zx-1', 'user ops password hunter2', '--- end of config ---']
    const answer = { artifact: 'config', command: 'show config', outcome: 'accepted', lines, masked: [] }
    const transcript = { prompt: 'zx-1::>', answers: [answer] }
    must(await admin.post(`/api/platforms/documents/${id}/tests`, { name: 'zx-1', transcript }), 200)
    const first = await shown.open({ as: admin, at: `/platforms/${id}` })

    const download = first.page.waitForEvent('download')
    await first.page.getByRole('button', { name: 'Export with tests' }).click()
    const text = readFileSync(await (await download).path(), 'utf8').replaceAll('zephyr_two', 'zephyr_three')
    await first.close()
    const { page, axe, close } = await shown.open({ as: admin, at: '/platforms/new' })
    await page
      .getByLabel('Load a file')
      .setInputFiles({ name: 'x.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) })
    await page.getByText('The file has one test. It is kept when you save.').waitFor()
    expect(await axe('both')).to.deep.equal([])
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('zx-1', { exact: true }).waitFor()

    const [copy] = must(await admin.get('/api/platforms/documents?platform=zephyr_three'), 200)
    const tests = must(await admin.get(`/api/platforms/documents/${copy.id}/tests`), 200)
    expect(tests.map(({ name, answers }: Record<string, unknown>) => [name, answers])).to.deep.equal([['zx-1', 1]])
    for (const one of [id, copy.id]) must(await admin.send('DELETE', `/api/platforms/documents/${one}`), 204)
    await close()
  })

  it('save a second version, compare both, and change the state of the document', async () => {
    const [document] = must(await admin.get('/api/platforms/documents'), 200)
    const { page, axe, picture, close } = await shown.open({ as: admin, at: `/platforms/${document.id}/edit` })

    await page.getByLabel('Load a file').setInputFiles({
      name: 'x.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(`${zephyrDocument}# second\n`),
    })
    await page.getByLabel('What changed').fill('another line')
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByText('another line').waitFor()
    await page.getByText('# second').first().waitFor()
    await page.getByRole('button', { name: 'Mark as tested' }).first().click()
    await page.getByText('Version 2 is marked as tested.').waitFor()
    await page.getByRole('button', { name: 'Activate' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Version 2 is active.').waitFor()
    await page.getByRole('button', { name: 'Retire' }).waitFor()
    await picture('platform-one')
    expect(await axe('both')).to.deep.equal([])

    const now = must(await admin.get(`/api/platforms/documents/${document.id}`), 200)
    expect([now.status, now.active_version, now.version.note]).to.deep.equal(['active', 2, 'another line'])
    await page.getByRole('button', { name: 'Retire' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
    await page.getByText('Zephyr OS is retired.').waitFor()
    await close()
  })

  it('list stored documents with those of the product', async () => {
    const { page, axe, picture, close } = await shown.open({ as: admin, at: '/platforms' })

    await page.getByRole('row', { name: /Zephyr OS.*zephyr_os.*retired/ }).waitFor()
    await picture('platforms')
    expect(await axe('both')).to.deep.equal([])
    await page
      .getByRole('row', { name: /Zephyr OS/ })
      .getByRole('link')
      .click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    expect((await download).suggestedFilename()).to.equal('zephyr_os.yaml')
    await close()
  })
})
