import { expect } from 'chai'
import { createScene } from '../../support/scene/scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { publish } from '../../support/published-events.ts'
import type { Client } from '../../support/service.ts'
import { withoutSecrets } from '../../support/without-secrets.ts'

const text = (secret: string) =>
  `hostname r1\n!\nusername ops password 0 ${secret}\nsnmp-server community S3cretComm RO\n!\nend\n`

const notice = 'Secrets are masked: your role has no permission to read them.'

describeConsole('a user without permission for secrets', () => {
  let shown: TestConsole
  let masked: Client
  let deviceId: string
  let versions: { id: string; artifactId: string }[]

  before(async () => {
    shown = await openConsole()
    const customer = await shown.service.hasTenant()
    const tenant = await createScene(shown.service.dependencies, customer)
    const device = await tenant.hasDevice({ name: 'core-1', site: 'Brussels' })
    deviceId = device.id
    versions = []
    for (const [index, secret] of ['S3cretOne', 'S3cretTwo'].entries()) {
      const capturedAt = new Date(Date.now() - (2 - index) * 3_600_000)
      versions.push(await tenant.hasText(device, text(secret), { capturedAt }))
    }
    masked = await withoutSecrets(shown.service, customer)
    await publish(shown.service)
  })
  after(() => shown.close())

  it('reads, compares and searches masked texts, and is told so', async () => {
    const [from, to] = versions.map(({ id }) => id)
    const { page, go, picture, close } = await shown.open({ as: masked, at: `/versions/${to}/text` })
    const main = page.locator('main')
    const isMasked = async (name: string) => {
      await main.getByText(notice).waitFor()
      await main.getByText(/<secret:/).first().waitFor() // prettier-ignore
      expect(await main.textContent(), name).to.not.contain('S3cret')
      await picture(`masking-${name}`)
    }

    await isMasked('reader')
    await go(`/compare?device=${deviceId}&artifact=${versions[0]!.artifactId}&from=${from}&to=${to}`)
    await isMasked('compare')
    await go('/search?q=username')
    await main.getByRole('button', { name: 'Search' }).first().click() // prettier-ignore
    await isMasked('search')
    await close()
  })

  it('reads the notice in French', async () => {
    const at = `/versions/${versions[1]!.id}/text`
    const { page, picture, close } = await shown.open({ as: masked, at, language: 'fr', theme: 'dark', width: 390 })

    await page.getByText('Les secrets sont masqués\u00a0: votre rôle ne permet pas de les lire.').waitFor()
    await picture('masking-reader-fr-dark-390')
    await close()
  })
})
