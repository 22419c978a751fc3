import { expect } from 'chai'
import { linkAmong, parseDeepLink } from '../../../desktop/main/deep-link.ts'

const acme = {
  id: 'c1',
  name: 'Acme',
  url: 'https://backup.acme.example',
  lastUser: null,
  isBundled: false,
  pinned: null,
}
const parse = (link: string) => parseDeepLink(link, [acme])

describe('a coffer:// link', () => {
  it('opens a route of the current connection', () => {
    expect(parse('coffer://open/devices/42?customer=acme&tab=runs')).to.deep.equal({
      connectionId: null,
      route: '/devices/42?customer=acme&tab=runs',
    })
  })

  it('opens the connection whose service it names', () => {
    expect(parse('coffer://open/runs?service=https%3A%2F%2Fbackup.acme.example&status=failed')).to.deep.equal({
      connectionId: 'c1',
      route: '/runs?status=failed',
    })
  })

  it('lets the user choose if its service is not saved', () => {
    expect(parse('coffer://open/?service=evil.example')).to.deep.equal({
      connectionId: null,
      route: '/desktop/connections?new=https%3A%2F%2Fevil.example',
    })
  })

  for (const link of [
    'https://open/devices',
    'coffer://run/devices',
    'coffer://open//evil.example/',
    'coffer://user:secret@open/devices',
    'coffer://open:99/devices',
    'coffer://open/devices?service=javascript:alert(1)',
    'coffer://open/devices?service=https://a&service=https://b',
    'coffer://open/devices?service=https://user:pw@backup.acme.example',
    'coffer://open/dev\nices',
    'coffer://open/<script>',
    `coffer://open/${'a'.repeat(3_000)}`,
    'coffer:',
    '',
  ]) {
    it(`is rejected: ${JSON.stringify(link.slice(0, 60))}`, () => {
      expect(parse(link)).to.equal(null)
    })
  }

  it('is found in the arguments of a second start', () => {
    expect(linkAmong(['/opt/coffer', '--no-sandbox', 'coffer://open/runs'])).to.equal('coffer://open/runs')
    expect(linkAmong(['/opt/coffer', 'file.txt'])).to.equal(undefined)
  })
})
