import { expect } from 'chai'
import { isSuspicious } from '../../../shared/platforms/is-suspicious.ts'
import { fixture } from '../../support/recordings.ts'

const lab = 'lab-validation'
const texts = {
  'NX-OS': `netco_nxos/${lab}/nxos_evpn_l2vni__NX-1/show_running-config.txt`,
  'a Nexus 7000': 'netco_nxos/napalm/n7k/show_running_config.txt',
  'Junos in the set form': 'routeco_junos/netutils/junos_full_sent.txt',
}

describe('a text terminated only by a prompt', () => {
  for (const [name, path] of Object.entries(texts)) {
    it(`of ${name} is suspicious wherever it is truncated`, () => {
      const text = fixture(path).toString('latin1').trimEnd()
      const unmarked: number[] = []

      for (let part = 1; part < 200; part++) {
        const bytes = Math.floor((text.length * part) / 200)
        if (!isSuspicious(Buffer.from(`${text}\n`, 'latin1'), Buffer.from(`${text.slice(0, bytes)}\n`, 'latin1'))) {
          unmarked.push(bytes)
        }
      }

      expect(unmarked).to.deep.equal([])
    })
  }

  it('is not suspicious when lines in its middle change', () => {
    const text = fixture(texts['NX-OS']).toString('latin1')
    const lines = text.split('\n')
    const middle = Math.floor(lines.length / 2)
    const others = [
      [...lines.slice(0, middle), ...lines.slice(middle + 3)],
      [...lines.slice(0, middle), 'interface Ethernet9/9', ...lines.slice(middle)],
      [...lines, 'ntp server 192.0.2.1'],
    ]

    for (const other of others) {
      expect(isSuspicious(Buffer.from(text, 'latin1'), Buffer.from(other.join('\n'), 'latin1'))).to.equal(false)
    }
  })
})
