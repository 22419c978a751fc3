import { expect } from 'chai'
import { CommandError } from '../../agent/exit-codes.ts'
import { readSettings, resolveProxies } from '../../agent/settings.ts'

describe('the agent’s settings', () => {
  it('have defaults for everything', () => {
    const settings = readSettings({})

    expect(settings).to.include({ url: undefined, tokenFile: undefined, concurrency: 100 })
    expect(settings.stateDir).to.match(/coffer-agent/)
  })

  it('drop a trailing slash of the address', () => {
    expect(readSettings({ BKP_AGENT_URL: 'https://Coffer.example.net/behind/' }).url).to.equal(
      'https://coffer.example.net/behind',
    )
  })

  for (const [variable, given, code] of [
    ['BKP_AGENT_URL', 'coffer.example.net', 'setting_invalid'],
    ['BKP_AGENT_URL', 'ftp://coffer.example.net', 'setting_invalid'],
    ['BKP_AGENT_CONCURRENCY', '0', 'setting_out_of_range'],
    ['BKP_AGENT_CONCURRENCY', 'many', 'setting_out_of_range'],
    ['BKP_AGENT_CA_FILE', '/no/such/file.pem', 'setting_file_unreadable'],
    ['BKP_AGENT_CA_FILE', import.meta.dirname, 'setting_file_unreadable'],
  ] as const) {
    it(`reject ${variable}=${given} in one line that names variable, value and what is expected`, () => {
      const read = () => readSettings({ [variable]: given })

      expect(read).to.throw(CommandError, variable).with.nested.property('problem.code', code)
      expect(read).to.throw(given)
    })
  }

  it('accept a proxy without a scheme like curl, which Node would ignore', () => {
    const env = { http_proxy: 'proxy:3128', HTTPS_PROXY: 'http://user:word@proxy', NO_PROXY: '.example.net' }

    resolveProxies(env)

    expect(env).to.deep.equal({ ...env, http_proxy: 'http://proxy:3128', HTTPS_PROXY: 'http://user:word@proxy' })
  })

  it('reject a proxy that is not HTTP, without quoting its password', () => {
    for (const given of ['socks5://user:hunter2@proxy:1080', 'http://', 'a b']) {
      expect(() => resolveProxies({ HTTPS_PROXY: given }), given).to.throw(CommandError, /^(?!.*hunter2).*HTTPS_PROXY/)
    }
  })

  it('never quote a password in an address', () => {
    expect(() => readSettings({ BKP_AGENT_URL: 'https://user:hunter2@coffer.example.net' })).to.throw(/^(?!.*hunter2)/)
  })
})
