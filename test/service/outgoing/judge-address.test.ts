import { expect } from 'chai'
import { faultOfAddress } from '../../../service/outgoing/judge-address.ts'

const own = ['127.0.0.1', '203.0.113.7', 'fe80::1', '2001:db8::7']

const always: [string, RegExp][] = [
  ['127.0.0.1', /own computer/],
  ['127.8.8.8', /own computer/],
  ['0.0.0.0', /own computer/],
  ['::1', /own computer/],
  ['::', /own computer|hides/],
  ['203.0.113.7', /own computer/],
  ['2001:db8::7', /own computer/],
  ['2001:DB8:0:0:0:0:0:7', /own computer/],
  ['::ffff:203.0.113.7', /own computer/],
  ['::ffff:127.0.0.1', /own computer/],
  ['::ffff:7f00:1', /own computer/],
  ['64:ff9b::127.0.0.1', /own computer/],
  ['169.254.169.254', /metadata/],
  ['::ffff:169.254.169.254', /metadata/],
  ['64:ff9b::a9fe:a9fe', /metadata/],
  ['fd00:ec2::254', /metadata/],
  ['100.100.100.200', /metadata/],
  ['168.63.129.16', /metadata/],
  ['169.254.7.7', /link-local/],
  ['fe80::2%eth0', /link-local/],
  ['fe80::2', /link-local/],
  ['febf::2', /link-local/],
  ['224.0.0.1', /no host has/],
  ['255.255.255.255', /no host has/],
  ['ff02::1', /no host has/],
  ['2002:7f00:1::1', /hides/],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', /hides/],
  ['::127.0.0.1', /hides/],
  ['nonsense', /./],
  ['', /./],
]

const privateOnes = ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.7.7', '100.64.0.1', 'fc00::1', 'fdff::1']
const publicOnes = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8']

describe('where the service may not go for somebody', () => {
  for (const [address, reason] of always) {
    it(`is '${address}', whatever is allowed`, () => {
      expect(faultOfAddress(address, { allowPrivate: true, own })).to.match(reason)
    })
  }

  for (const address of [...privateOnes, ...privateOnes.slice(0, 5).map((one) => `::ffff:${one}`)]) {
    it(`is ${address}, unless private networks are allowed`, () => {
      expect(faultOfAddress(address, { allowPrivate: false, own })).to.match(
        /private network.*BKP_IMPORT_ALLOW_PRIVATE/,
      )
      expect(faultOfAddress(address, { allowPrivate: true, own })).to.equal(null)
    })
  }

  for (const address of publicOnes) {
    it(`is not ${address}`, () => {
      expect(faultOfAddress(address, { allowPrivate: false, own })).to.equal(null)
    })
  }
})
