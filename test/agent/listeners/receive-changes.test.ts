import { expect } from 'chai'
import { createChangeQueue } from '../../../agent/listeners/change-queue.ts'
import { createReceiver } from '../../../agent/listeners/receive-changes.ts'
import { createSnmpEngine } from '../../../agent/listeners/snmp/snmp-engine.ts'
import { syslogHost } from '../../../agent/listeners/syslog-host.ts'
import { createWatchList } from '../../../agent/listeners/watch-list.ts'

const platforms = {
  netco_iosxe: {
    syslog: [{ contains: ['%SYS-5-CONFIG_I'], author: String.raw`by (?<user>\S+) on \S+ \((?<from>[^)]+)\)` }],
    traps: ['1.3.6.1.4.1.9.9.43.2.0.1'],
  },
}
const devices = [
  { id: 'one', platform: 'netco_iosxe', host: '192.0.2.1', names: ['core-sw1', 'core-sw1.example.net'] },
  { id: 'two', platform: 'netco_iosxe', host: '192.0.2.2', names: ['core-sw2'] },
  { id: 'three', platform: 'netco_iosxe', host: '192.0.2.3', names: ['twin'] },
  { id: 'four', platform: 'netco_iosxe', host: '192.0.2.4', names: ['twin'] },
]
const nat = ['five', 'six'].map((id) => ({ id, platform: 'netco_iosxe', host: '192.0.2.9', names: [`behind-${id}`] }))
const list = createWatchList(
  {
    tag: '',
    listeners: { syslog_udp: 5514, relays: ['198.51.100.0/24', '2001:db8::1', '192.0.2.4'] },
    devices: [...devices, ...nat],
    platforms,
  },
  new Map([...devices, ...nat].map(({ id, host }) => [id, [host]])),
)
/** Its second binding has a length that leads back to the first: 0xffffffee as a signed number. */
const loopingPdu =
  'a73102010102010102010130263000060129050030000601290584ffffffee0000000000000000000000000000000000000000'
const change = 'Nov 28 09:12:01 core-sw1 45: %SYS-5-CONFIG_I: Configured from console by anna on vty0 (203.0.113.9)'

describe('a listener', () => {
  let at: number
  let received: string[]

  beforeEach(() => {
    at = 0
    received = []
  })

  const receiver = () => {
    const clocks = { wall: () => new Date(at), steadyMs: () => at }
    const snmp = createSnmpEngine('agent-1', clocks)
    const created = createReceiver({ ...clocks, snmp, onRejected: () => undefined }, (id, protocol, { user, from }) =>
      received.push(`${id} ${protocol} ${user} ${from}`),
    )
    created.watch(list)
    return created
  }
  const syslog = (text: string) => Buffer.from(`<189>${text}`)

  it('recognises a device by the address that a message comes from', () => {
    receiver().onMessage('syslog_udp', syslog(change), '192.0.2.2')

    expect(received).to.deep.equal(['two syslog_udp anna 203.0.113.9'])
  })

  it('ignores messages that report no change', () => {
    receiver().onMessage('syslog_udp', syslog('%LINK-3-UPDOWN: Interface Gi0/1, changed state to up'), '192.0.2.2')

    expect(received).to.deep.equal([])
  })

  it('counts a message of an unknown sender, whatever host it names', () => {
    const { onMessage, countsOf } = receiver()
    onMessage('syslog_udp', syslog(change), '203.0.113.50')

    expect(received).to.deep.equal([])
    expect(countsOf('syslog_udp')).to.include({ messages: 1, unknown_sender_messages: 1 })
  })

  it('reads the host name of messages that a relay forwards', () => {
    const { onMessage } = receiver()
    onMessage('syslog_tcp', syslog(change), '198.51.100.7')
    onMessage('syslog_tcp', syslog(change.replace('core-sw1', 'CORE-SW2')), '2001:db8::1')
    onMessage('syslog_tcp', syslog(change.replace('core-sw1', '192.0.2.3')), '198.51.100.7')

    expect(received.map((line) => line.split(' ')[0])).to.deep.equal(['one', 'two', 'three'])
  })

  it('recognises devices behind one address by their names, and takes all for the sender if it names none', () => {
    const { onMessage } = receiver()
    onMessage('syslog_udp', syslog(change.replace('core-sw1', 'behind-six')), '192.0.2.9')
    onMessage('syslog_udp', syslog(change), '192.0.2.9')

    expect(received.map((line) => line.split(' ')[0])).to.deep.equal(['six', 'five', 'six'])
  })

  it('reads the host name also if the relay is a device', () => {
    receiver().onMessage('syslog_udp', syslog(change), '192.0.2.4')

    expect(received.map((line) => line.split(' ')[0])).to.deep.equal(['one'])
  })

  it('looks for the author in a bounded number of messages of a device in a second', () => {
    const { onMessage } = receiver()
    for (let count = 0; count < 1_000; count++) onMessage('syslog_udp', syslog(change), '192.0.2.1')

    expect(received.filter((line) => line.includes('anna'))).to.have.length(20)
    expect(received).to.have.length(1_000)
  })

  it('lets only known senders connect', () => {
    const { mayConnect } = receiver()

    expect(['192.0.2.1', '198.51.100.7', '203.0.113.5'].map(mayConnect)).to.deep.equal([true, true, false])
  })

  it('ignores a name that two devices have', () => {
    receiver().onMessage('syslog_tcp', syslog(change.replace('core-sw1', 'twin')), '198.51.100.7')

    expect(received).to.deep.equal([])
  })

  it('decodes a bounded number of traps of a device in a second, and continues with the next second', () => {
    const { onMessage, countsOf } = receiver()
    const trap = trapOf('1.3.6.1.4.1.9.9.43.2.0.1')
    for (let count = 0; count < 10_000; count++) onMessage('snmp_trap', trap, '192.0.2.1')
    const first = received.length
    at = 1_000
    onMessage('snmp_trap', trap, '192.0.2.1')

    expect([first, received.length, countsOf('snmp_trap').messages]).to.deep.equal([50, 51, 10_001])
  })

  for (const [name, message] of [
    ['an empty datagram', Buffer.alloc(0)],
    ['a sequence without content', Buffer.from('3000', 'hex')],
    ['a length beyond its end', Buffer.from('308230000201010406', 'hex')],
    ['endless empty sequences', Buffer.from('30100201010400a70a0201000201000201003000', 'hex')],
    ['SNMPv2c with a length of -18', Buffer.from(`303e02010104067075626c6963${loopingPdu}`, 'hex')],
    [
      'SNMPv3 with a length of -18',
      Buffer.from(
        `305c020103300c0201010201010401000201030410300e0400020100020100040004000400303704000400${loopingPdu}`,
        'hex',
      ),
    ],
    ['syslog text', syslog(change)],
    ['SNMPv3 without a header', Buffer.from('3003020103', 'hex')],
    ['SNMPv3 of another security model', Buffer.from('3014020103300d02010102020100040100020101040030003000', 'hex')],
  ] as const)
    it(`ignores ${name} at the port of traps`, () => {
      receiver().onMessage('snmp_trap', message, '192.0.2.1')

      expect(received).to.deep.equal([])
    })

  /** An SNMPv2c notification. */
  function trapOf(oid: string): Buffer {
    const number = (value: number) => {
      const bytes = [value & 0x7f]
      for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 0x7f))
      return bytes
    }
    const tlv = (tag: number, content: number[]) => [tag, content.length, ...content]
    const oidOf = (text: string) => {
      const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
      return tlv(6, [first * 40 + second, ...rest.flatMap(number)])
    }
    const bindings = tlv(0x30, [
      ...tlv(0x30, [...oidOf('1.3.6.1.2.1.1.3.0'), ...tlv(0x43, [1])]),
      ...tlv(0x30, [...oidOf('1.3.6.1.6.3.1.1.4.1.0'), ...oidOf(oid)]),
    ])
    const pdu = tlv(0xa7, [...tlv(2, [1]), ...tlv(2, [0]), ...tlv(2, [0]), ...bindings])
    return Buffer.from(tlv(0x30, [...tlv(2, [1]), ...tlv(4, [...Buffer.from('public')]), ...pdu]))
  }
})

describe('changes that wait for the end of a session', () => {
  let at = 0
  const queue = () => createChangeQueue({ steadyMs: () => at, wall: () => new Date(at) })
  beforeEach(() => (at = 0))

  it('are due after five seconds without a message, and after twenty in any case', () => {
    const { add, takeDue } = queue()
    const due: number[] = []
    for (; at <= 30_000; at += 1_000) {
      if (at <= 22_000) add('one', 'syslog_udp', { user: null, from: null })
      if (takeDue().length > 0) due.push(at)
    }

    expect(due).to.deep.equal([20_000, 27_000])
  })

  it('have the first author that a message names', () => {
    const { add, takeDue } = queue()
    add('one', 'syslog_udp', { user: null, from: null })
    add('one', 'syslog_udp', { user: 'anna', from: '203.0.113.9' })
    add('one', 'syslog_udp', { user: 'bruno', from: null })
    at = 60_000

    expect(takeDue().map(({ user, from }) => [user, from])).to.deep.equal([['anna', '203.0.113.9']])
  })

  it('are due again at once when the service did not accept them', () => {
    const { add, takeDue, requeue } = queue()
    add('one', 'syslog_udp', { user: null, from: null })
    at = 60_000
    requeue(takeDue())

    expect(takeDue()).to.have.length(1)
  })
})

describe('the host name of a syslog message', () => {
  for (const [message, host] of [
    ['<189>1 2026-11-28T09:12:01.003Z core-sw1.example.net su - ID47 - text', 'core-sw1.example.net'],
    ['<189>1 2026-11-28T09:12:01Z - su - - - text', null],
    ['<189>Nov 28 09:12:01 core-sw1 45: text', 'core-sw1'],
    ['<189>Nov  8 2026 09:12:01 fw1 : %ASA-5-111010: text', 'fw1'],
    ['<189>45: core-sw1: Nov 28 09:12:01.123: %SYS-5-CONFIG_I: text', null],
    ['<189>2026-11-28T09:12:01.123456+01:00 leaf1 ConfigAgent: text', 'leaf1'],
    ['text without a header', null],
  ] as const)
    it(`${host === null ? 'is absent' : `is ${host}`} in ${message}`, () => {
      expect(syslogHost(Buffer.from(message))).to.equal(host)
    })
})
