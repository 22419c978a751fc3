import http from 'node:http'
import { expect } from 'chai'
import { createLoginReturn } from '../../../desktop/main/login-return.ts'
import { asked } from '../../fakes/electron.ts'
import { type FakeProvider, startIdentityProvider } from '../../fakes/identity-provider.ts'
import { type DesktopProgram, startDesktopProgram } from '../../support/desktop-program.ts'
import { type TestService, clientOf, must, startTestService } from '../../support/service.ts'
import { aProvider, aVerifier, followCallback } from '../../support/single-sign-on.ts'

const texts = { loginDone: 'You can close this page', loginDoneHint: 'Return to Coffer.' }
const code = 'a-code-of-the-service'

describe('a login of the desktop in the system browser', () => {
  describe('at a provider', () => {
    let service: TestService
    let provider: FakeProvider
    let program: DesktopProgram
    before(async () => {
      provider = await startIdentityProvider('http://localhost:8080/api/auth/sso/callback')
      service = await startTestService({ environment: { BKP_OUTGOING_ALLOW: `127.0.0.1:${provider.port}` } })
      const admin = await service.as('platform_admin')
      must(await admin.put('/api/identity-provider', aProvider(provider)), 200)
      program = await startDesktopProgram()
    })
    after(async () => {
      await program?.end()
      await service?.close()
      await provider?.close()
    })

    it('returns to an address of this computer, and opens a session', async () => {
      const { bridge, window } = program
      const unclicked = await bridge.openLoginReturn().catch((error: { code: string }) => error.code)
      window.webContents.clicks()
      const returnTo = await bridge.openLoginReturn()
      const { verifier, challenge } = aVerifier()
      const { url } = must(await service.anonymous.post('/api/auth/sso', { challenge, return_to: returnTo }), 200)
      const waiting = bridge.awaitLoginReturn(url)
      const user = { sub: 'eva', email: 'eva@example.net', groups: ['admins'] }
      const returned = await followCallback(service, await provider.logIn(asked.opened.at(-1)!, user))

      const page = await fetch(returned)

      const found = await waiting
      const { token } = must(await service.anonymous.post('/api/auth/sso/complete', { code: found, verifier }), 200)
      const again = await fetch(returned).catch(() => 'closed')
      const reopened = await bridge.awaitLoginReturn(url).catch((error: { code: string }) => error.code)
      expect(unclicked).to.equal('desktop_click_required')
      expect(returnTo).to.match(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}$/)
      expect([page.status, await page.text()]).to.deep.equal([200, await pageText()])
      expect(page.headers.get('content-security-policy')).to.include("default-src 'none'")
      expect(must(await clientOf(service.url, token).get('/api/auth/me'), 200).email).to.equal(user.email)
      expect([again, reopened]).to.deep.equal(['closed', 'desktop_click_required'])
    })

    it('opens no other addresses than those of providers', async () => {
      program.window.webContents.clicks()
      await program.bridge.openLoginReturn()

      for (const url of [
        'http://example.net/',
        'file:///etc/passwd',
        'javascript:1',
        'http://127.0.0.1.example.net/',
      ]) {
        const refused = await program.bridge.awaitLoginReturn(url).catch((error: unknown) => error)
        expect(refused, url).to.be.instanceOf(TypeError)
      }
    })
  })

  it('accepts only its own path, its own host and a code', async () => {
    const login = createLoginReturn(texts)
    const address = new URL(await login.open())
    const waiting = login.wait()
    const status = async (path: string, options: RequestInit = {}) =>
      (await fetch(new URL(path, address), options)).status
    const own = address.pathname

    const refused = [
      await status(`/?sso_code=${code}`),
      await status(`${own}x?sso_code=${code}`),
      await status(own),
      await status(`${own}?sso_code=<script>`),
      await status(`${own}?sso_code=${code}`, { method: 'POST' }),
      await statusWithHost(`${address.href}?sso_code=${code}`, 'rebound.example.net'),
    ]
    const accepted = await status(`${own}?sso_code=${code}`)

    expect(refused).to.deep.equal([404, 404, 404, 404, 404, 404])
    expect([accepted, await waiting, login.isOpen()]).to.deep.equal([200, code, false])
  })

  it('ends without a code when another login begins, and after its time', async () => {
    const login = createLoginReturn(texts)
    await login.open()
    const first = login.wait()
    await login.open()
    const second = login.wait()
    login.close()
    const short = createLoginReturn(texts, 1)
    await short.open()
    const late = short.wait()

    expect([await first, await second, await late]).to.deep.equal([null, null, null])
    expect([login.isOpen(), short.isOpen()]).to.deep.equal([false, false])
  })
})

async function pageText(): Promise<string> {
  const login = createLoginReturn({ loginDone: 'You can close this page', loginDoneHint: 'Return to Coffer: it continues there.' }) // prettier-ignore
  const page = await fetch(`${await login.open()}?sso_code=${code}`)
  return page.text()
}

function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    http.get(url, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })
}
