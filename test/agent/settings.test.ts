import { expect } from 'chai'
import { readSettings, settleProxies, SettingUnusable } from '../../agent/settings.ts'

describe('the agent’s settings', () => {
  it('have defaults for everything', () => {
    const settings = readSettings({})

    expect(settings).to.include({ url: undefined, tokenFile: undefined, concurrency: 100 })
    expect(settings.stateDir).to.match(/coffer-agent/)
  })

  it('keep an address without the slash at its end', () => {
    expect(readSettings({ BKP_AGENT_URL: 'https://Coffer.example.net/behind/' }).url).to.equal(
      'https://coffer.example.net/behind',
    )
  })

  for (const [variable, given, expected] of [
    ['BKP_AGENT_URL', 'coffer.example.net', 'an address'],
    ['BKP_AGENT_URL', 'ftp://coffer.example.net', 'an address'],
    ['BKP_AGENT_CONCURRENCY', '0', 'a whole number from 1 to 1000'],
    ['BKP_AGENT_CONCURRENCY', 'many', 'a whole number from 1 to 1000'],
    ['BKP_AGENT_CA_FILE', '/no/such/file.pem', 'PEM'],
    ['BKP_AGENT_CA_FILE', import.meta.dirname, 'PEM'],
  ] as const) {
    it(`refuse ${variable}=${given} in one line that names variable, value and what is expected`, () => {
      const read = () => readSettings({ [variable]: given })

      expect(read).to.throw(
        SettingUnusable,
        new RegExp(`^${variable}: "${given}" was given, expected .*${expected}.*$`),
      )
    })
  }

  it('take a proxy without a scheme as curl does, for Node would go past it', () => {
    const env = { http_proxy: 'proxy:3128', HTTPS_PROXY: 'http://user:word@proxy', NO_PROXY: '.example.net' }

    settleProxies(env)

    expect(env).to.deep.equal({ ...env, http_proxy: 'http://proxy:3128', HTTPS_PROXY: 'http://user:word@proxy' })
  })

  it('refuse what is no proxy for HTTP, without its password', () => {
    for (const given of ['socks5://user:hunter2@proxy:1080', 'http://', 'a b']) {
      expect(() => settleProxies({ HTTPS_PROXY: given }), given).to.throw(
        SettingUnusable,
        /^HTTPS_PROXY: (?!.*hunter2).* expected the address of a proxy/,
      )
    }
  })

  it('do not repeat a password that somebody put into the address', () => {
    expect(() => readSettings({ BKP_AGENT_URL: 'https://user:hunter2@coffer.example.net' })).to.throw(/^(?!.*hunter2)/)
  })
})
