import { execFileSync } from 'node:child_process'
import dgram from 'node:dgram'
import { once } from 'node:events'
import asn1 from 'asn1'
import { expect } from 'chai'
import snmp from 'net-snmp'
import {
  buildSnmpNotification,
  snmpEngineId,
} from '../../../../../service/domain/outbox/channels/build-snmp-objects.ts'
import type { SnmpSecrets, SnmpSettings } from '../../../../../service/domain/outbox/channels/channel-settings.ts'
import { createSnmpSender } from '../../../../../service/domain/outbox/channels/snmp.ts'
import { checkAddressFor, createOutboundClient } from '../../../../../service/outbound/create-outbound-client.ts'
import { openGuide } from '../../../../support/guide.ts'
import { aNotification, senderDependencies } from '../../../../support/notification.ts'
import { type Snmptrapd, snmptrapdMissing, startSnmptrapd } from '../../../../support/snmptrapd.ts'

const enterpriseNumber = 32473
const passwords = { authPassword: 'auth-password', privPassword: 'priv-password' }
const engineId = snmpEngineId('coffer.example.net', enterpriseNumber)

describe('SNMP notifications to a real snmptrapd', () => {
  let snmptrapd: Snmptrapd
  let now = new Date('2026-11-28T10:27:00Z')
  before(async function () {
    if (snmptrapdMissing()) return this.skip()
    snmptrapd = await startSnmptrapd([
      { name: 'traps', engineId, authProtocol: 'SHA-256', privProtocol: 'AES', ...passwords },
      { name: 'strong', engineId, authProtocol: 'SHA-512', privProtocol: 'AES-256', ...passwords },
      { name: 'informs', engineId: null, authProtocol: 'SHA', privProtocol: 'AES', ...passwords },
    ])
  })
  after(() => snmptrapd?.stop())

  function send(title: string, fields: Partial<SnmpSettings>, secrets: Partial<SnmpSecrets> = {}) {
    const settings: SnmpSettings = {
      host: '127.0.0.1',
      port: snmptrapd.port,
      version: '2c',
      type: 'trap',
      enterpriseNumber,
      username: null,
      authProtocol: null,
      privProtocol: null,
      ...fields,
    }
    const allow = [{ address: '127.0.0.1', port: snmptrapd.port }]
    const outgoing = createOutboundClient({ checkAddress: checkAddressFor(false), allow })
    const given = { community: null, authPassword: null, privPassword: null, ...secrets }
    return createSnmpSender(senderDependencies({ outgoing, now: () => now }), settings, given)(aNotification({ title }))
  }

  const v3 = { version: '3', username: 'traps', authProtocol: 'sha256', privProtocol: 'aes128' } as const
  const sent = { status: null, error: null }

  it('arrive as traps and informs of version 2c', async () => {
    expect(await send('a trap', {}, { community: 'coffer' })).to.deep.equal(sent)
    expect(await send('an inform', { type: 'inform' }, { community: 'coffer' })).to.deep.equal(sent)

    const text = await snmptrapd.received(/an inform/)
    expect(text).to.include('.1.3.6.1.6.3.1.1.4.1.0 = OID: .1.3.6.1.4.1.32473.0.1')
    expect(text).to.include('.1.3.6.1.4.1.32473.1.3.0 = INTEGER: 2')
    expect(text).to.include('.1.3.6.1.4.1.32473.1.4.0 = STRING: "a trap"')
  })

  it('arrive encrypted with version 3, and still after a restart of Coffer and a day', async () => {
    expect(await send('first v3', v3, passwords)).to.deep.equal(sent)
    await snmptrapd.received(/first v3/)

    now = new Date(now.getTime() + 3_600_000)
    expect(await send('an hour later', v3, passwords)).to.deep.equal(sent)
    await snmptrapd.received(/an hour later/)

    now = new Date(now.getTime() + 24 * 3_600_000)
    expect(await send('a day later', v3, passwords)).to.deep.equal(sent)
    await snmptrapd.received(/a day later/)

    const strong = { ...v3, username: 'strong', authProtocol: 'sha512', privProtocol: 'aes256' } as const
    expect(await send('strong v3', strong, passwords)).to.deep.equal(sent)
    await snmptrapd.received(/strong v3/)
  })

  it('report a refused inform of version 3, and a receiver that does not answer', async () => {
    const informs = { ...v3, type: 'inform', username: 'informs', authProtocol: 'sha1' } as const

    expect(await send('v3 inform', informs, passwords)).to.deep.equal(sent)
    await snmptrapd.received(/v3 inform/)
    const wrong = await send('wrong', informs, { ...passwords, authPassword: 'another-password' })
    expect(wrong.error?.code).to.equal('delivery_refused')
    expect((await send('unknown', { ...informs, username: 'nobody' }, passwords)).error?.code).to.equal(
      'delivery_refused',
    )
  })

  it('do not contact a forbidden address', async () => {
    const { error } = await send('x', { host: '169.254.169.254' }, { community: 'coffer' })

    expect(error).to.deep.equal({
      code: 'address_not_allowed',
      params: { host: `169.254.169.254:${snmptrapd.port}`, reason: 'cloud_metadata' },
    })
  })
})

describe('an inform of SNMP version 3', () => {
  it('is not sent again for each report of its receiver', async () => {
    const receiver = dgram.createSocket('udp4')
    let received = 0
    receiver.on('message', (request, { port, address }) => {
      received += 1
      receiver.send(reportTo(request), port, address)
    })
    receiver.bind(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { outgoing } = senderDependencies()
    const findAddresses = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    const settings = { host: '127.0.0.1', port: receiver.address().port, version: '3', type: 'inform', enterpriseNumber, username: 'u', authProtocol: 'sha256', privProtocol: 'aes128' } as const // prettier-ignore

    const send = createSnmpSender(senderDependencies({ outgoing: Object.assign(outgoing, { findAddresses }) }), settings, { community: null, ...passwords }) // prettier-ignore
    const { error } = await send(aNotification())

    receiver.close()
    expect(error?.code).to.equal('delivery_refused')
    expect(received).to.equal(3)
  })
})

/** Returns an unauthenticated report with the engine time 0, which asks for the message again. */
function reportTo(request: Buffer): Buffer {
  const reader = new asn1.BerReader(request)
  reader.readSequence()
  reader.readInt()
  reader.readSequence()
  const id = reader.readInt() ?? 0
  const engine = Buffer.from('80007ed90501020304', 'hex')
  const security = new asn1.BerWriter()
  security.startSequence()
  security.writeBuffer(engine, 4)
  for (const number of [0, 0]) security.writeInt(number)
  for (const text of ['', '', '']) security.writeString(text)
  security.endSequence()
  const report = new asn1.BerWriter()
  report.startSequence()
  report.writeInt(3)
  report.startSequence()
  for (const number of [id, 65_507]) report.writeInt(number)
  report.writeBuffer(Buffer.from([0]), 4)
  report.writeInt(3)
  report.endSequence()
  report.writeBuffer(security.buffer, 4)
  report.startSequence()
  report.writeBuffer(engine, 4)
  report.writeString('')
  report.startSequence(0xa8)
  for (const number of [id, 0, 0]) report.writeInt(number)
  report.startSequence()
  report.startSequence()
  report.writeOID('1.3.6.1.6.3.15.1.1.4.0', asn1.Ber.OID)
  report.writeInt(1, 0x41)
  for (let level = 0; level < 5; level += 1) report.endSequence()
  return report.buffer
}

describe('the engine of SNMP version 3', () => {
  it('is what the command of docs/notification-tools.md prints', () => {
    const command = openGuide('docs/notification-tools.md').take('sha256sum')

    expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim()).to.equal(engineId.toString('hex'))
  })
})

describe('COFFER-MIB', () => {
  it('defines every notification and object that is sent', () => {
    const store = snmp.createModuleStore()
    store.loadFromFile('docs/COFFER-MIB.txt')
    const { 'COFFER-MIB': mib = {} } = store.getModules(true)
    const defined = Object.values(mib).flatMap((one) => (typeof one === 'object' && one.OID ? [one.OID] : []))
    const alert = (resolved: boolean) => ({ alert: { key: 'k', resolved } })
    const built = [{}, alert(false), alert(true), { kind: 'test' as const }].map((fields) => buildSnmpNotification(aNotification(fields), enterpriseNumber, 'en')) // prettier-ignore

    expect(built.map(({ oid }) => oid)).to.deep.equal([1, 2, 3, 4].map((at) => `1.3.6.1.4.1.32473.0.${at}`))
    expect(defined).to.include.members(built.map(({ oid }) => oid))
    for (const { oid } of built[0]?.objects ?? []) expect(defined).to.include(oid.replace(/\.0$/, ''))
  })

  it('is kept in one datagram', () => {
    const lines = Array.from({ length: 100 }, () => 'é'.repeat(300))
    const { objects } = buildSnmpNotification(aNotification({ title: 'é'.repeat(500), lines, customer: 'é'.repeat(300) }), enterpriseNumber, 'en') // prettier-ignore

    const bytes = objects.reduce((sum, { value }) => sum + Buffer.byteLength(String(value)) + 24, 0)
    expect(bytes).to.be.below(1_400)
  })
})
