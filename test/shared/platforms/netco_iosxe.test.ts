import { expect } from 'chai'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { netcoIosxe } from '../../../shared/platforms/netco_iosxe.ts'
import { normaliseForUnsavedChanges, normaliseText } from '../../../shared/platforms/normalise.ts'
import { fixture, readRecording } from '../../support/recordings.ts'

type Key = 'running-config' | 'startup-config' | 'inventory' | 'version'

const captures = allCaptures()

describe('the comparison of netco_iosxe texts', () => {
  for (const { name, key, text } of captures) {
    it(`finds no change between two reads of an unchanged ${name}`, () => {
      expect(compared(key, readAgain(key, text))).to.equal(compared(key, text))
    })
  }

  it('detects each added, removed or changed line in every capture', () => {
    for (const { name, key, text } of captures) {
      const before = compared(key, text)
      const lines = text.split('\n')
      for (const [at, line] of lines.entries()) {
        const where = `${name} line ${at + 1}: ${line}`
        const others = { before: lines.slice(0, at), after: lines.slice(at + 1) }
        const sameAs = (middle: string[]) =>
          compared(key, [...others.before, ...middle, ...others.after].join('\n')) === before
        if (sameAs(['interface Loopback4711', line])) expect.fail(`an added line before ${where}`)
        if (comesAndGoes(line) || lines.slice(at).every((later) => later.trim() === '')) continue
        if (sameAs([])) expect.fail(`a removed ${where}`)
        if (!isVolatile(key, line) && sameAs([`${line}x`])) expect.fail(`a changed ${where}`)
      }
    }
  })

  for (const [key, before, after] of [
    ['running-config', 'enable secret 9 $9$abc', 'enable secret 9 $9$abd'],
    ['running-config', 'enable secret 5 $1$abc', 'enable secret 5 $1$abd'],
    ['running-config', 'username a secret 8 $8$abc', 'username a secret 8 $8$abd'],
    ['running-config', ' key 7 0822455D0A16', ' key 7 0822455D0A17'],
    ['running-config', 'username a password 7 0822455D0A16', 'username a password 7 13061E010803'],
    ['running-config', 'key config-key password-encrypt', 'key config-key password-encrypt x'],
    ['running-config', 'ntp server 192.0.2.1', 'ntp server 192.0.2.2'],
    ['running-config', 'logging host 192.0.2.1', 'logging host 192.0.2.9'],
    ['running-config', 'interface Gi1\n length 5', 'interface Gi1\n length 6'],
    [
      'running-config',
      'interface Tunnel1\n tunnel mpls traffic-eng bandwidth 5',
      'interface Tunnel1\n tunnel mpls traffic-eng bandwidth 6',
    ],
    ['version', 'Last reload reason: reload', 'Last reload reason: power-on'],
    ['version', 'R1 uptime is 5 days', 'R2 uptime is 5 days'],
    [
      'version',
      'cisco C1 (X) processor with 10K/20K bytes of memory.',
      'cisco C2 (X) processor with 10K/20K bytes of memory.',
    ],
    ['version', 'Configuration register is 0x2102', 'Configuration register is 0x2142'],
    ['version', 'License Level: ax', 'License Level: security'],
    ['running-config', 'line vty 0 4\n length 0', 'line vty 0 4\n length 24'],
    ['running-config', 'line con 0\n width 80', 'line con 0\n width 132'],
    ['inventory', 'PID: SFP-10G-LR , VID: V01 , SN: A1', 'PID: SFP-10G-LR , VID: V01 , SN: A2'],
    ['inventory', 'PID: SFP-10G-LR , VID: V01 , SN: N/A', 'PID: SFP-10G-LR , VID: V01 , SN: '],
  ] as const) {
    it(`detects that ${JSON.stringify(before)} became ${JSON.stringify(after)}`, () => {
      expect(compared(key, `${after}\nend\n`)).to.not.equal(compared(key, `${before}\nend\n`))
    })
  }

  for (const [key, before, after] of [
    ['running-config', '! Last configuration change at 1 by a', '! Last configuration change at 2 by b'],
    ['running-config', '! Last configuration change at 1', '! Last configuration change at 2 by b'],
    ['running-config', '! No configuration change since last restart', '! No configuration change since 3'],
    ['running-config', '! Last configuration change at 1 by a', '! No configuration change since last restart'],
    ['running-config', 'version 17\n!\n!', 'version 17\n!\n! NVRAM config last updated at 2 by b\n!'],
    ['startup-config', '! NVRAM config last updated at 1 by a', '! NVRAM config last updated at 2'],
    ['running-config', 'ntp clock-period 36029056', 'ntp clock-period 36029058'],
    ['running-config', 'Current configuration : 5 bytes', 'Current configuration : 16734 bytes'],
    ['startup-config', 'Using 5 out of 9 bytes', 'Using 6 out of 9 bytes, uncompressed size = 7 bytes'],
    ['running-config', ' expression 5', ' expression 6'],
    ['running-config', 'line tty 1\n length 5\n width 80', 'line tty 1\n length 0\n width 511'],
    ['running-config', 'line 0/0/0\n rxspeed 9600\n txspeed 9600', 'line 0/0/0\n rxspeed 19200\n txspeed 19200'],
    [
      'running-config',
      'interface Tunnel1\n tunnel mpls traffic-eng bandwidth 5\n tunnel mpls traffic-eng auto-bw',
      'interface Tunnel1\n tunnel mpls traffic-eng bandwidth 6\n tunnel mpls traffic-eng auto-bw',
    ],
    [
      'running-config',
      'rogue ap classify friendly state internal 0011.2233.4455',
      'rogue ap classify malicious state alert 1\nrogue ap classify x',
    ],
    ['running-config', 'a\n!\nb', 'a\n!\n! \n!\nb'],
    ['version', 'R1 uptime is 5 days', 'R1 uptime is 1 year, 2 weeks'],
    ['version', 'Switch uptime                      : 1 day', 'Switch uptime                      : 2 days, 1 minute'],
    ['version', 'System returned to ROM by reload', 'System returned to ROM by power-on at 1'],
    ['version', 'with 1086743K/3075K bytes of memory.', 'with 1086740K/3078K bytes of memory.'],
    ['version', 'The current throughput level is 1000 kbps', 'The current throughput level is 2000 kbps'],
    ['version', 'Evaluation period left: 11 weeks 6 days', 'Evaluation period left: 10 weeks 0 days'],
    ['version', 'Load for five secs: 5%/0%', 'Load for five secs: 15%/0%'],
    ['inventory', 'Time source is NTP, 1', 'Time source is NTP, 2'],
  ] as const) {
    it(`treats ${JSON.stringify(after)} as ${JSON.stringify(before)}`, () => {
      expect(compared(key, `${after}\nend\n`)).to.equal(compared(key, `${before}\nend\n`))
    })
  }

  it('ignores the lines that other collectors ignore', () => {
    const file = fixture('netco_iosxe/oxidized/ios#C9800-L-F-K9_17.06.05#significant_changes.yaml').toString('utf8')
    const { fail } = parse(file) as { fail: string[] }
    const text = captures.find(({ name, key }) => name.includes('C9800') && key === 'running-config')?.text ?? ''

    for (const line of fail) {
      expect(text).to.contain(line)
      expect(compared('running-config', text)).to.not.contain(line)
    }
  })
})

describe('the comparison of running and startup configuration of netco_iosxe', () => {
  const frame = (chain: string, size: string) =>
    `${size}\nhostname R1\n!\ncrypto pki certificate chain TP-self-signed-1\n${chain}!\nline vty 0 4\n!\nend\n`
  const running = frame(
    ' certificate self-signed 01\n  3082022B 30820194\n  \tquit\n',
    'Current configuration : 9 bytes',
  )
  const saved = frame(' certificate self-signed 01 nvram:IOS-Self-Sig#1.cer\n', 'Current configuration : 5 bytes')
  const diverges = (one: string, other: string) =>
    normaliseForUnsavedChanges(netcoIosxe, 'running-config', Buffer.from(one)).toString() !==
    normaliseForUnsavedChanges(netcoIosxe, 'startup-config', Buffer.from(other)).toString()

  it('ignores certificates, which the two show differently', () => {
    expect(diverges(running, saved)).to.equal(false)
  })

  it('detects an unsaved line, also directly after the certificates', () => {
    expect(diverges(running.replace('line vty', 'ip http server\nline vty'), saved)).to.equal(true)
  })

  it('finds only real changes between the two of a CSR1000V', () => {
    const [one, other] = (['running', 'startup'] as const).map((which) =>
      fixture(`netco_iosxe/napalm/csr1000v/show_${which}_config.txt`).toString('latin1'),
    )

    expect(diverges(withoutHeader(one ?? ''), withoutHeader(other ?? ''))).to.equal(false)
  })
})

/** As the page on the platform lists them, written again: a rule that is too wide must not excuse itself. */
function isVolatile(key: Key, line: string): boolean {
  const lists: Record<Key, RegExp[]> = {
    'running-config': [
      /^! (Last|No) configuration change/,
      /^! NVRAM config last updated/,
      /^Current configuration : \d+/,
    ],
    'startup-config': [/^! (Last|No) configuration change/, /^! NVRAM config last updated/, /^Using \d+/],
    inventory: [],
    version: [
      /^\S+ uptime is /,
      /^Uptime for this control/,
      /^Switch uptime +:/,
      /^System (returned to ROM|restarted)/,
      /^The current (crypto )?throughput level/,
    ],
  }
  return [...lists[key], /^Load for five secs/, /^Time source is/].some((pattern) => pattern.test(line))
}

/** Separators, and who changed or saved it when: a restart takes these away. */
function comesAndGoes(line: string): boolean {
  return /^!\s*$|^! (?:Last|No) configuration change|^! NVRAM config last updated/.test(line)
}

/** The same device a while later: its own noise, and nothing else. */
function readAgain(key: Key, text: string): string {
  const later: [RegExp, string][] =
    key === 'version'
      ? [
          [/^(\S+ uptime is ).*/gm, '$13 years, 1 week, 2 minutes'],
          [/^(Uptime for this control processor is ).*/gm, '$13 years, 1 week, 5 minutes'],
          [/^(Switch uptime +: ).*/gm, '$13 years, 1 week '],
          [/^(System returned to ROM by ).*/gm, '$1power-on at 04:39:28 AEDT Wed Nov 22 2027'],
          [/^(System restarted at ).*/gm, '$105:00:08 AEDT Wed Nov 22 2027'],
          [/\b\d+K\/\d+K bytes of memory/g, '1234567K/4321K bytes of memory'],
          [/^(The current (?:crypto )?throughput level is ).*/gm, '$14 kbps'],
        ]
      : [
          [/^(! Last configuration change at ).*/gm, '$109:09:09 CET Sat Nov 21 2026 by somebody'],
          [/^(! NVRAM config last updated at ).*/gm, '$109:09:10 CET Sat Nov 21 2026 by nobody'],
          [/^(Current configuration : )\d+/gm, '$199999'],
          [/^!$/gm, '!\n!'],
          [/^(ntp clock-period ).*/gm, '$11'],
        ]
  const again =
    key === 'inventory' ? text : later.reduce((said, [pattern, noise]) => said.replace(pattern, noise), text)
  return again.replace(/\n*$/, '\n\n')
}

function compared(key: Key, text: string): string {
  return normaliseText(netcoIosxe, key, Buffer.from(text, 'latin1')).toString('latin1')
}

function withoutHeader(text: string): string {
  return text.slice(text.indexOf('\nversion ') + 1)
}

function allCaptures(): { name: string; key: Key; text: string }[] {
  const folder = join(import.meta.dirname, '../../fixtures/netco_iosxe')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return files.flatMap((file) => {
    if (file.includes('#simulation.yaml')) {
      return readRecording(`netco_iosxe/${file}`).exchanges.flatMap(({ sent, received }) => {
        const key = /^show (running-config|inventory|version)$/.exec(sent)?.[1] as Key | undefined
        const lines = received.toString('latin1').replace(/\r/g, '').split('\n')
        return key ? [{ name: `${file} ${key}`, key, text: `${lines.slice(1, -1).join('\n')}\n` }] : []
      })
    }
    const key = /show_(running|startup|inventory|version)/.exec(file)?.[1]
    if (!key || !/\.(txt|raw)$/.test(file)) return []
    const text = fixture(`netco_iosxe/${file}`).toString('latin1')
    return [{ name: file, key: (key === 'running' || key === 'startup' ? `${key}-config` : key) as Key, text }]
  })
}
