import net from 'node:net'
import { expect } from 'chai'
import { type OnMessage, type OpenListener, openListener } from '../../../agent/listeners/open-listeners.ts'
import { createReceiver, type Receiver } from '../../../agent/listeners/receive-changes.ts'
import { createSenderWarnings } from '../../../agent/listeners/sender-warnings.ts'
import {
  readSecuredMessage,
  type SecuredMessage,
  writeSecuredMessage,
} from '../../../agent/listeners/snmp/secured-message.ts'
import { createSnmpEngine, type SnmpEngine } from '../../../agent/listeners/snmp/snmp-engine.ts'
import { deriveUserKeys } from '../../../agent/listeners/snmp/user-keys.ts'
import { createWatchList } from '../../../agent/listeners/watch-list.ts'
import type { SnmpUser } from '../../../shared/agent-protocol/snmp-users.ts'
import { createSnmpSender, type SentBy, snmpCommandsMissing } from '../../support/snmp-commands.ts'

const oid = '1.3.6.1.4.1.9.9.43.2.0.1'
const [authPassword, privPassword] = ['auth-Secret-1', 'priv-Secret-2']

const users: SnmpUser[] = (
  [
    ['md5', 'des'],
    ['sha1', 'aes128'],
    ['sha1', 'aes256_cisco'],
    ['sha1', 'aes256'],
    ['sha512', 'aes192'],
    ['sha224', 'aes192_cisco'],
    ['sha384', 'aes256_cisco'],
  ] as const
).map(([auth, priv]) => ({
  name: `${auth}-${priv}`,
  level: 'authPriv',
  auth_protocol: auth,
  auth_password: authPassword,
  priv_protocol: priv,
  priv_password: privPassword,
}))
users.push({ name: 'signed', level: 'authNoPriv', auth_protocol: 'sha256', auth_password: authPassword })
users.push({ name: 'open', level: 'noAuthNoPriv' })

/** The names of net-snmp. */
const netSnmp: Record<string, string> = {
  ...{ md5: 'MD5', sha1: 'SHA', sha224: 'SHA-224', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' },
  ...{ des: 'DES', aes128: 'AES', aes192: 'AES-192', aes256: 'AES-256' },
  ...{ aes192_cisco: 'AES-192-C', aes256_cisco: 'AES-256-C' },
}

function senderOf(user: SnmpUser): SentBy {
  const { name, auth_protocol: auth, priv_protocol: priv } = user
  return {
    user: name,
    ...(auth && { auth: { protocol: netSnmp[auth]!, password: authPassword } }),
    ...(priv && { priv: { protocol: netSnmp[priv]!, password: privPassword } }),
  }
}

describe('SNMPv3 notifications of the real snmptrap and snmpinform', () => {
  let now = new Date('2026-11-28T10:00:00Z')
  let engine: SnmpEngine
  let receiver: Receiver
  let listener: OpenListener
  let sender: ReturnType<typeof createSnmpSender>
  let changes: number
  let lines: string[]
  let lastMessage: Buffer

  before(async function () {
    if (snmpCommandsMissing()) return this.skip()
    const clocks = { wall: () => now, steadyMs: () => now.getTime() }
    engine = createSnmpEngine('agent-1', clocks)
    const onRejected = ({ reason, user, address }: { reason: string; user: string; address: string }) =>
      void lines.push(`${reason} ${user} ${address}`)
    receiver = createReceiver({ ...clocks, snmp: engine, onRejected }, () => void changes++)
    receiver.watch(
      createWatchList(
        {
          tag: '',
          listeners: { snmp_trap: 1162 },
          devices: [{ id: 'one', platform: 'ios', host: '127.0.0.1', names: [] }],
          platforms: { ios: { traps: [oid] } },
        },
        new Map([['one', ['127.0.0.1']]]),
      ),
    )
    const port = await freePort()
    const onMessage: OnMessage = (protocol, message, ...from) => {
      lastMessage = message
      receiver.onMessage(protocol, message, ...from)
    }
    listener = await openListener('snmp_trap', port, null, {
      ...receiver,
      onMessage,
      onHandshakeFailed: () => undefined,
    })
    sender = createSnmpSender(port)
  })

  after(() => {
    listener?.close()
    sender?.remove()
  })

  beforeEach(() => {
    now = new Date('2026-11-28T10:00:00Z')
    engine.setUsers(users)
    changes = 0
    lines = []
  })

  for (const user of users)
    it(`are read as traps, and acknowledged as informs, of the user ${user.name}`, async () => {
      const trap = await sender.sendVersion3('trap', senderOf(user), oid)
      await received(() => changes === 1)
      const inform = await sender.sendVersion3('inform', senderOf(user), oid)

      expect([trap, inform]).to.deep.equal([
        { status: 0, error: '' },
        { status: 0, error: '' },
      ])
      expect([changes, lines]).to.deep.equal([2, []])
    })

  it('are acknowledged of SNMPv2c', async () => {
    expect(await sender.sendVersion2('inform', oid)).to.deep.equal({ status: 0, error: '' })
    expect(changes).to.equal(1)
  })

  const encrypted = senderOf(users[1]!)
  for (const [what, sent, reason, error] of [
    ['an unknown user', { ...encrypted, user: 'nobody' }, 'unknown_user nobody', /Unknown user name/],
    [
      'another password for authentication',
      { ...encrypted, auth: { protocol: 'SHA', password: 'another-Secret' } },
      'authentication_failed sha1-aes128',
      /Authentication failure/,
    ],
    [
      'another password for privacy',
      { ...encrypted, priv: { protocol: 'AES', password: 'another-Secret' } },
      'decryption_failed sha1-aes128',
      /Decryption error/,
    ],
    [
      'a lower level than the user has',
      { user: encrypted.user, auth: encrypted.auth },
      'level_mismatch sha1-aes128',
      /Unsupported security level/,
    ],
  ] as const)
    it(`are rejected with ${what}, which the sender of an inform learns`, async () => {
      const inform = await sender.sendVersion3('inform', sent, oid)
      await sender.sendVersion3('trap', sent, oid)
      await received(() => lines.length >= 2)

      expect(inform.status).not.to.equal(0)
      expect(inform.error).to.match(error)
      expect(new Set(lines)).to.deep.equal(new Set([`${reason} 127.0.0.1`]))
      expect([changes, receiver.rejections().last_rejection]).to.deep.equal([
        0,
        { reason: reason.split(' ')[0], user: sent.user, address: '127.0.0.1', at: now.toISOString() },
      ])
    })

  it('are rejected when they are older than the time window, as repeated ones are', async () => {
    const at = (boots: number, time: number) =>
      sender.sendVersion3('trap', { ...encrypted, engineTime: { boots, time } }, oid)
    now = new Date('2026-11-28T11:00:00Z')
    await at(1_000, 5_000)
    await at(1_000, 4_900)
    await received(() => changes === 2)
    await at(1_000, 4_800)
    await at(999, 9_000)
    now = new Date('2026-11-28T11:10:00Z')
    await at(1_000, 5_000)
    await at(1_000, 5_600)
    await received(() => changes === 3)

    expect(lines).to.deep.equal(Array(3).fill('outside_time_window sha1-aes128 127.0.0.1'))
  })

  it('are rejected when an inform is repeated after the time window', async () => {
    await sender.sendVersion3('inform', encrypted, oid)
    const repeatAfter = (seconds: number) => {
      now = new Date(Date.parse('2026-11-28T10:00:00Z') + seconds * 1_000)
      return engine.receive(lastMessage)
    }
    const [soon, late] = [repeatAfter(150), repeatAfter(151)]

    expect(soon.trap?.oid).to.equal(oid)
    expect(late).to.deep.include({ trap: null, rejection: { reason: 'outside_time_window', user: 'sha1-aes128' } })
  })

  it('are read without users only if they are not encrypted', async () => {
    engine.setUsers([])
    await sender.sendVersion3('trap', senderOf(users.at(-2)!), oid)
    await sender.sendVersion3('trap', encrypted, oid)
    await received(() => lines.length === 1)

    expect([changes, lines]).to.deep.equal([1, ['unknown_user sha1-aes128 127.0.0.1']])
  })
})

describe('an SNMP engine', () => {
  const user: SnmpUser = { name: 'traps', level: 'authNoPriv', auth_protocol: 'sha256', auth_password: authPassword }
  const keys = deriveUserKeys(user)!
  const device = Buffer.from('8000000001020304', 'hex')
  let nowMs: number
  let engine: SnmpEngine

  beforeEach(() => {
    nowMs = Date.parse('2026-11-28T10:00:00Z')
    engine = createSnmpEngine('agent-1', { wall: () => new Date(nowMs), steadyMs: () => 0 })
    engine.setUsers([user])
  })

  /** A trap without variables. */
  const message = (change: Partial<SecuredMessage> = {}): SecuredMessage => ({
    ...{
      id: 1,
      isAuthenticated: true,
      isEncrypted: false,
      isReportable: false,
      engineId: device,
      boots: 50,
      time: 1_000,
    },
    ...{ user: Buffer.from('traps'), digest: Buffer.alloc(keys.digestBytes), salt: Buffer.alloc(0) },
    content: Buffer.from(
      '302804000400a7220201010201000201003017301506' + '0a2b060106030101040100' + '06072b060104010901',
      'hex',
    ),
    ...change,
  })
  const sendTrap = (change: Partial<SecuredMessage> = {}) => {
    const unsigned = message(change)
    const digest = keys.digest(unsigned.engineId, writeSecuredMessage(unsigned))
    return engine.receive(writeSecuredMessage({ ...unsigned, digest }))
  }

  it('accepts a device whose boots were reset after its users changed', () => {
    sendTrap()
    const reset = sendTrap({ boots: 1, time: 10 })
    engine.setUsers([])
    engine.setUsers([user])

    expect(reset.rejection?.reason).to.equal('outside_time_window')
    expect(sendTrap({ boots: 1, time: 10 }).trap?.oid).to.equal('1.3.6.1.4.1.9.1')
  })

  it('reads a trap that has the flag of informs, and rejects one that is not authentic with a trace', () => {
    const forged = engine.receive(writeSecuredMessage(message({ isReportable: true })))

    expect(sendTrap({ isReportable: true }).trap?.oid).to.equal('1.3.6.1.4.1.9.1')
    expect(forged.rejection).to.deep.equal({ reason: 'authentication_failed', user: 'traps' })
    expect(forged.reply).to.be.instanceOf(Buffer)
  })

  it('rejects a message without a digest', () => {
    const { rejection } = engine.receive(writeSecuredMessage(message({ digest: Buffer.alloc(0) })))

    expect(rejection?.reason).to.equal('authentication_failed')
  })

  it('rejects forged user names without hiding other warnings, and shows them in ASCII', () => {
    const warnings = createSenderWarnings(() => nowMs)
    const forged = (count: number) =>
      engine.receive(writeSecuredMessage(message({ user: Buffer.from(`\u202ex${count}`) }))).rejection!
    for (let count = 0; count < 250; count++) {
      const { user: name, reason } = forged(count)
      warnings.add('192.0.2.1', reason, `${name}: ${reason}`)
    }
    warnings.add('192.0.2.9', 'no TLS', '192.0.2.9: no TLS')

    expect(warnings.take()).to.deep.equal(['???x0: unknown_user', '192.0.2.9: no TLS'])
  })

  it('has a time that does not decrease when the clock of the computer is set back', () => {
    const timeOf = () => readSecuredMessage(sendTrap({ isReportable: true, engineId: Buffer.alloc(0) }).reply!).time
    const before = timeOf()
    nowMs -= 3_600_000

    expect(timeOf()).to.equal(before)
  })
})

async function received(isTrue: () => boolean): Promise<void> {
  for (let left = 200; left > 0 && !isTrue(); left--) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '::')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
