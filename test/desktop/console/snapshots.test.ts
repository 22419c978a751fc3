import { expect } from 'chai'
import type { Device } from '../../../service/store/models/device.ts'
import { type ConsoleWindow, type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import type { Customer } from '../../support/service.ts'
import type { TreeListing } from '../../support/scene/trees.ts'
import { createScene } from '../../support/scene/scene.ts'

describeConsole('the snapshot browser', () => {
  let shown: TestConsole
  let customer: Customer
  let server: Device
  let firewall: Device
  let first: string
  let olderLineage: string
  let window: ConsoleWindow

  before(async function () {
    shown = await openConsole({ environment: { BKP_MAX_FILE_PREVIEW_BYTES: '2000' } })
    customer = await shown.service.hasTenant()
    const tenant = await createScene(shown.service.dependencies, customer)
    server = await tenant.hasDevice({ name: 'web-1', platform: 'linux_server' })
    const at = (day: number) => new Date(Date.UTC(2025, 2, day))
    first = (await tenant.hasTree(server, tree(1), { capturedAt: at(1) })).snapshot.id
    await tenant.hasTree(server, tree(2), { capturedAt: at(2) })
    firewall = await tenant.hasDevice({ name: 'lb-1', platform: 'lbco_bigip' })
    await tenant.hasArchive(
      firewall,
      'packed',
      [
        ['config', folder],
        ['config/bigip.conf', file('ltm pool x { }\n')],
      ],
      { capturedAt: at(1) },
    )
    const older = await tenant.hasTree(firewall, [['of-the-tree', folder]], { capturedAt: at(0) })
    olderLineage = older.version.artifactId
    window = await shown.open({
      as: await customer.as('tenant_operator'),
      at: `/snapshots?device=${server.id}`,
      width: 1440,
      height: 900,
    })
  })
  after(() => shown?.close())

  it('opens folders of 20,000 entries and finds one of them', async function () {
    const { page } = window

    await page.getByRole('link', { name: 'etc', exact: true }).click()
    await page.getByRole('link', { name: 'many', exact: true }).click()
    await page.getByRole('link', { name: 'f00000' }).waitFor()
    expect(await page.getByRole('row').count()).to.be.below(80)
    await page.getByPlaceholder('Filter by name').fill('f19999')
    await page.getByRole('link', { name: 'f19999' }).waitFor({ timeout: 40_000 })
    await page.getByRole('navigation', { name: 'Path in the snapshot' }).getByRole('link', { name: 'etc' }).click()

    await page.getByText('could not be read').waitFor()
    expect(await page.getByText('/usr/share/zoneinfo/UTC').count()).to.equal(1)
  })

  it('opens the lineage that a link names, even if another has a newer snapshot', async () => {
    const { page, go } = window

    await go(`/snapshots?device=${firewall.id}&artifact=${olderLineage}`)

    await page.getByRole('link', { name: 'of-the-tree', exact: true }).waitFor()
    await go(`/snapshots?device=${server.id}&path=/etc`)
  })

  it('shows a file as text whatever it contains, and explains why another is not shown', async () => {
    const { page } = window

    await page.getByRole('link', { name: '<img src=x>%1B' }).click()
    await page.locator('.cm-content', { hasText: '<b>bold</b>' }).waitFor()
    expect(await page.locator('.cm-specialChar').first().innerText()).to.equal('^[')

    await page.getByRole('link', { name: 'large', exact: true }).click()
    await page.getByText('Too large for a preview').waitFor()
    expect(await page.getByText('The preview limit is 1.95 KiB').count()).to.equal(1)

    await page.getByRole('link', { name: 'picture' }).click()
    await page.getByText('Not a text file').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download file' }).click(),
    ])
    expect(download.suggestedFilename()).to.equal('picture')
  })

  it('compares two snapshots by folder and by file', async () => {
    const { page, axe, go } = window

    await go(`/snapshots?device=${server.id}&path=/etc`)
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 })
    await page.getByText('one added').waitFor()
    expect(await page.getByText('2 modified').count()).to.equal(1)

    await page.getByRole('link', { name: 'hosts' }).click()
    await page.locator('.cm-merge-b', { hasText: '10.0.0.2' }).waitFor()
    expect(await page.locator('.cm-merge-a').innerText()).to.contain('10.0.0.1')
    expect(await axe('both')).to.deep.equal([])

    await page.getByRole('button', { name: 'Back to the differences' }).click()
    await page.getByRole('link', { name: 'large', exact: true }).click()
    await page.getByText('Change 1 of 1').waitFor()
    expect(await page.locator('.cm-merge-b').innerText()).to.match(/… \d+ unchanged lines[^]*line 250 is 2/)
  })

  it('downloads a folder as an archive with progress, and can cancel', async () => {
    const { page, go } = window
    await page.evaluate(() => {
      Object.assign(globalThis, {
        showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
          (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
      })
    })
    await go(`/snapshots?device=${server.id}&snapshot=${first}&path=/etc`)
    await page.getByRole('link', { name: 'hosts' }).waitFor()

    await page.getByRole('button', { name: 'Download this folder as tar.gz' }).click()
    await page.getByText(/web-1_etc_2025-03-01\.tar\.gz saved/).waitFor({ timeout: 30_000 })

    const bytes = await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('web-1_etc_2025-03-01.tar.gz')
      return (await handle.getFile()).size
    })
    expect(bytes).to.be.above(1_000)
    await page.route('**/archive?*', () => undefined) // it never comes
    await page.getByRole('button', { name: 'Download this folder as tar.gz' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Download cancelled').waitFor()
  })

  it('browses an archive’s members like a tree, and downloads the original archive', async () => {
    const { page, go, picture } = window

    await go(`/snapshots?device=${firewall.id}&path=/config`)
    await page.getByRole('link', { name: 'bigip.conf' }).click()
    await page.locator('.cm-content', { hasText: 'ltm pool x' }).waitFor()
    await picture('snapshots')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download archive as captured' }).click(),
    ])

    expect(download.suggestedFilename()).to.match(/^lb-1_ucs_20250301T000000Z\.ucs$/)
  })

  it('offers no download without permission, in French too', async () => {
    const as = await customer.as('tenant_readonly')
    const french = await shown.open({ as, at: `/snapshots?device=${server.id}`, language: 'fr' })

    await french.page.getByRole('link', { name: 'etc', exact: true }).waitFor()

    expect(await french.page.getByRole('button', { name: /Télécharger/ }).count()).to.equal(0)
    expect(await french.axe()).to.deep.equal([])
    await french.close()
  })
})

const owned = { uid: 0, gid: 0, user: 'root', group: 'root' }
const folder = { type: 'directory' as const, mode: 0o755, ...owned }

function file(bytes: string | Buffer) {
  return { type: 'file' as const, mode: 0o644, ...owned, bytes }
}

/** In the order of a tree: by the bytes of the names. */
function tree(n: number): TreeListing {
  const large = Array.from({ length: 500 }, (_, line) => `line ${line} is ${line === 250 ? n : 0}\n`).join('')
  return [
    ['etc', folder],
    ['etc/<img src=x>\u001b', file('<b>bold</b> \u001b[31m\n')],
    ...(n === 2 ? ([['etc/added', file('new\n')]] as TreeListing) : []),
    ['etc/hosts', file(`127.0.0.1 localhost\n10.0.0.${n} db\n`)],
    ['etc/large', file(large)],
    [
      'etc/localtime',
      { type: 'symlink' as const, mode: 0o777, ...owned, target: Buffer.from('/usr/share/zoneinfo/UTC') },
    ],
    ['etc/many', folder],
    ...Array.from(
      { length: 20_000 },
      (_, at) => [`etc/many/f${String(at).padStart(5, '0')}`, file('same\n')] as TreeListing[number],
    ),
    ['etc/picture', file(Buffer.from([0x89, 0x50, 0, 1]))],
    ['etc/secret', { type: 'file' as const, mode: 0o600, ...owned, size: 5, problem: 'unreadable' as const }],
  ]
}
