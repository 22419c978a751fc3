import { expect } from 'chai'
import { readSettings, SettingUnusable } from '../../agent/settings.ts'

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

  it('do not repeat a password that somebody put into the address', () => {
    expect(() => readSettings({ BKP_AGENT_URL: 'https://user:hunter2@coffer.example.net' })).to.throw(/^(?!.*hunter2)/)
  })
})
