import { expect } from 'chai'
import { type AddressFault, faultOfAddress } from '../../../service/outbound/ssrf-policy.ts'

const own = ['127.0.0.1', '203.0.113.7', 'fe80::1', '2001:db8::7']

const always: [string, AddressFault | AddressFault[]][] = [
  ['127.0.0.1', 'own_host'],
  ['127.8.8.8', 'own_host'],
  ['0.0.0.0', 'own_host'],
  ['::1', 'own_host'],
  ['::', ['own_host', 'tunnel']],
  ['203.0.113.7', 'own_host'],
  ['2001:db8::7', 'own_host'],
  ['2001:DB8:0:0:0:0:0:7', 'own_host'],
  ['::ffff:203.0.113.7', 'own_host'],
  ['::ffff:127.0.0.1', 'own_host'],
  ['::ffff:7f00:1', 'own_host'],
  ['64:ff9b::127.0.0.1', 'own_host'],
  ['169.254.169.254', 'cloud_metadata'],
  ['::ffff:169.254.169.254', 'cloud_metadata'],
  ['64:ff9b::a9fe:a9fe', 'cloud_metadata'],
  ['fd00:ec2::254', 'cloud_metadata'],
  ['100.100.100.200', 'cloud_metadata'],
  ['168.63.129.16', 'cloud_metadata'],
  ['169.254.7.7', 'link_local'],
  ['fe80::2%eth0', 'link_local'],
  ['fe80::2', 'link_local'],
  ['febf::2', 'link_local'],
  ['224.0.0.1', 'no_host'],
  ['255.255.255.255', 'no_host'],
  ['ff02::1', 'no_host'],
  ['2002:7f00:1::1', 'tunnel'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'tunnel'],
  ['::127.0.0.1', 'tunnel'],
  ['nonsense', 'invalid'],
  ['', 'invalid'],
]

const privateOnes = ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.7.7', '100.64.0.1', 'fc00::1', 'fdff::1']
const publicOnes = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8']

describe('the SSRF policy', () => {
  for (const [address, reason] of always) {
    it(`always rejects '${address}'`, () => {
      expect(faultOfAddress(address, { allowPrivate: true, own })).to.be.oneOf([reason].flat())
    })
  }

  for (const address of [...privateOnes, ...privateOnes.slice(0, 5).map((one) => `::ffff:${one}`)]) {
    it(`rejects ${address} unless private networks are allowed`, () => {
      expect(faultOfAddress(address, { allowPrivate: false, own })).to.equal('private_network')
      expect(faultOfAddress(address, { allowPrivate: true, own })).to.equal(null)
    })
  }

  for (const address of publicOnes) {
    it(`accepts ${address}`, () => {
      expect(faultOfAddress(address, { allowPrivate: false, own })).to.equal(null)
    })
  }
})
