import { expect } from 'chai'
import { compareLines } from '../../../shared/diff/compare-lines.ts'
import { render } from '../../../shared/messages/render.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { type ChangeSummary, summariseChange } from '../../../shared/platforms/summarise-change.ts'

const switchText = `hostname sw1
ntp server 10.0.0.1
snmp-server community s3cret RO
!
interface GigabitEthernet1/0/3
 description Uplink
 switchport access vlan 5
!
interface Vlan10
 ip address 10.1.1.1 255.255.255.0
!
ip access-list extended VTY-IN
 permit tcp any any eq 22
 deny ip any any
!
end
`

function summarise(platform: string, before: string, after: string): ChangeSummary {
  return summariseChange(platformById(platform)!, compareLines(before, after))
}

function textOf(platform: string, before: string, after: string): string {
  return render(summarise(platform, before, after).message, 'en')
}

describe('the summary of a change', () => {
  const edits: [title: string, from: string, to: string, expected: string][] = [
    ['names a setting with its old and new value', '10.0.0.1', '10.0.0.2', 'ntp server 10.0.0.1 → 10.0.0.2'],
    ['names a setting whose secret changed', 's3cret', 'other', 'snmp-server community changed'],
    [
      'names the block of a setting',
      'Uplink',
      'Uplink to core',
      'interface GigabitEthernet1/0/3: description Uplink → Uplink to core',
    ],
    [
      'counts lines added to a block',
      ' deny',
      ' permit icmp any any\n permit udp any any\n deny',
      'ip access-list extended VTY-IN: 2 lines added',
    ],
    ['names a single line', '\nend', '\nip http server\nend', 'ip http server added'],
    ['names a new block', 'ip access', 'interface Vlan20\n mtu 9000\n!\nip access', 'interface Vlan20 added'],
    [
      'names a removed block',
      'interface Vlan10\n ip address 10.1.1.1 255.255.255.0\n!\n',
      '',
      'interface Vlan10 removed',
    ],
    ['counts a change of comments', '!\ninterface Vlan10', '!\n!\ninterface Vlan10', '1 line added'],
    [
      'counts lines that only moved',
      ' permit tcp any any eq 22\n deny ip any any',
      ' deny ip any any\n permit tcp any any eq 22',
      'ip access-list extended VTY-IN: 1 line moved',
    ],
  ]
  for (const [title, from, to, expected] of edits) {
    it(title, () => {
      expect(textOf('netco_iosxe', switchText, switchText.replace(from, to))).to.equal(expected)
    })
  }

  it('has at most four parts and counts the others', () => {
    const before = 'a 1\nb 1\nc 1\nd 1\ne 1\nf 1\n'

    expect(textOf('netco_iosxe', before, before.replaceAll('1', '2'))).to.equal(
      'a 1 → 2; b 1 → 2; c 1 → 2; d 1 → 2; 2 more changes',
    )
  })

  const ofPlatforms: [platform: string, before: string, after: string, expected: string][] = [
    [
      'routeco_junos',
      'system {\n    login {\n        user ann {\n            class operator;\n        }\n    }\n}\n',
      'system {\n    login {\n        user ann {\n            class super-user;\n        }\n    }\n}\n',
      'system > login > user ann: class operator → super-user',
    ],
    [
      'fwco_fortios',
      'config firewall policy\n    edit 7\n        set action accept\n    next\nend\n',
      'config firewall policy\n    edit 7\n        set action deny\n    next\nend\n',
      'config firewall policy > edit 7: set action accept → deny',
    ],
    [
      'pafw_panos',
      '<rules>\n  <entry name="dns">\n    <action>allow</action>\n  </entry>\n</rules>\n',
      '<rules>\n  <entry name="dns">\n    <action>deny</action>\n  </entry>\n</rules>\n',
      'rules > entry name="dns": action allow → deny',
    ],
    ['netco_meraki', '{\n  "lan": {\n    "mtu": 1500\n  }\n}\n', '{\n  "lan": {\n    "mtu": 9000\n  }\n}\n', 'lan: mtu 1500 → 9000'], // prettier-ignore
    ['checkpoint_gaia', 'set ntp server primary 10.0.0.1\n', 'set ntp server primary 10.0.0.2\n', 'set ntp server primary 10.0.0.1 → 10.0.0.2'], // prettier-ignore
  ]
  for (const [platform, before, after, expected] of ofPlatforms) {
    it(`uses the blocks and lines of ${platform}`, () => {
      expect(textOf(platform, before, after)).to.equal(expected)
    })
  }

  const secrets: [platform: string, line: (secret: string) => string][] = [
    ['netco_iosxe', (secret) => `enable secret 9 ${secret}`],
    ['netco_iosxe', (secret) => `username ann privilege 15 password 7 ${secret}`],
    ['netco_iosxe', (secret) => `snmp-server host 10.0.0.9 version 2c ${secret}`],
    ['netco_iosxe', (secret) => `snmp-server user ann ops v3 auth sha ${secret} priv aes 128 ${secret}`],
    ['netco_iosxe', (secret) => `crypto isakmp key ${secret} address 192.0.2.1`],
    ['netco_iosxe', (secret) => `interface Vlan1\n ip ospf message-digest-key 1 md5 ${secret}`],
    ['netco_iosxe', (secret) => `interface Vlan1\n standby 1 authentication ${secret}`],
    ['netco_iosxe', (secret) => `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`],
    ['netco_nxos', (secret) => `snmp-server community ${secret} group network-operator`],
    [
      'fwco_fortios',
      (secret) => `config system snmp community\n    edit 1\n        set name "${secret}"\n    next\nend`,
    ],
    [
      'fwco_fortios',
      (secret) => `config vpn ipsec phase1\n    edit "a"\n        set psksecret ${secret}\n    next\nend`,
    ],
    ['routeco_junos', (secret) => `snmp {\n    community ${secret} {\n        authorization read-only;\n    }\n}`],
    ['routeco_junos', (secret) => `set system root-authentication encrypted-password "${secret}"`],
    ['pafw_panos', (secret) => `<user>\n  <phash>${secret}</phash>\n</user>`],
    ['pafw_panos', (secret) => `<snmp>\n  <snmp-community-string>${secret}</snmp-community-string>\n</snmp>`],
    ['lbco_bigip', (secret) => `auth user ann {\n    encrypted-password ${secret}\n}`],
    ['netco_meraki', (secret) => `{\n  "ssid": {\n    "psk": "${secret}"\n  }\n}`],
    ['huawei_vrp', (secret) => `interface Vlanif1\n ospf authentication-mode md5 1 cipher ${secret}`],
    ['huawei_vrp', (secret) => `interface Vlanif1\n ospf authentication-mode simple plain ${secret}`],
    ['mikrotik_routeros', (secret) => `/ppp secret\nadd name=ann password=${secret}`],
    ['synology_dsm', (secret) => `root:$6$salt$${secret}:19000:0:::`],
    ['netco_meraki', (secret) => `{\n  "psks": [\n    "${secret}"\n  ]\n}`],
    ['routeco_junos', (secret) => `x {\n    secret [\n        a\n        ${secret}\n    ];\n}`],
    ['linux_server', (secret) => `"psks": [\n  "a b",\n  "${secret}"\n]`],
    ['pafw_panos', (secret) => `<a>\n  <password>\n    ${secret}\n  </password>\n</a>`],
    ...[
      'archive path scp://bob:…@10.0.0.9/c',
      'ip http client proxy-server https://bob:x@…@10.0.0.9/c',
      ...[
        'auth_pass',
        'authpass',
        'bindpw',
        'ldap_bindpw',
        'requirepass',
        'apikey',
        'sharedkey',
        'passkey',
        'wpakey',
      ].map((word) => `${word} …`),
      ...['privatekey …', 'PreSharedKey …', 'pw=…', 'otp-seed …', 'cookie …', 'Authorization: Basic …'],
      ...['isis authentication …', 'ppp chap …', 'ppp chap password 0 …'],
    ].map((line): [string, (secret: string) => string] => ['netco_iosxe', (secret) => line.replace('…', secret)]),
    ['vmware_esxi', (secret) => `vpxuser password = "${secret}"`], // a document without rules for secrets
  ]
  for (const [platform, line] of secrets) {
    it(`hides the secret of ${platform} in ${line('…').replaceAll('\n', ' ')}`, () => {
      const changed = summarise(platform, `${line('Zebra1X')}\n`, `${line('Qwart2Y')}\n`)
      const added = summarise(platform, 'a\n', `a\n${line('Zebra1X')}\n`)

      for (const { message } of [changed, added]) expect(JSON.stringify(message)).to.not.match(/Zebra1X|Qwart2Y/)
    })
  }

  it('names lines that only begin like a secret', () => {
    for (const line of [
      'key chain OSPF-KEYS',
      'crypto key generate rsa',
      'ip http authentication local',
      'bypass on',
    ]) {
      expect(textOf('netco_iosxe', 'a\n', `a\n${line}\n`)).to.equal(`${line} added`)
    }
  })

  it('names the host of a URL with credentials', () => {
    const line = 'ip http client proxy-server https://bob:Zebra1X@10.0.0.9/c'

    expect(textOf('netco_iosxe', 'a\n', `a\n${line}\n`)).to.equal(`${line.replace('bob:Zebra1X', '<secret>')} added`)
  })

  it('hides a community of Junos only under snmp', () => {
    const text = (value: number) =>
      `policy-options {\n    community CUST-A {\n        members 65000:${value};\n        x;\n    }\n}\n`

    expect(textOf('routeco_junos', text(1), text(2))).to.equal(
      'policy-options > community CUST-A: members 65000:1 → 65000:2',
    )
    expect(textOf('routeco_junos', 'a;\n', 'a;\nset policy-options community CUST-A members 65000:1\n')).to.equal(
      'set policy-options community CUST-A members 65000:1 added',
    )
  })

  it('counts the lines of a large change, which is equal to no other', () => {
    const lines = (word: string) => Array.from({ length: 300 }, (_, at) => `${word} ${at}\n`).join('')

    const { message, identity } = summarise('netco_iosxe', lines('a'), lines('b'))

    expect(render(message, 'en')).to.equal('300 lines added, 300 removed')
    expect(identity).to.equal(null)
  })

  it('is bounded in length and shows no control characters', () => {
    const line = (end: string) => `banner \u001b[31m${'long word '.repeat(500)}${end}\n`

    const text = textOf('netco_iosxe', `a\n`, `a\n${line('x')}`)

    expect(text.length).to.be.lessThan(120)
    expect(text).to.not.include('\u001b')
    expect(text).to.include('…')
  })

  it('takes little time for lines of a hostile device', () => {
    const hostile = [
      'x' + ' '.repeat(1_000_000) + 'y',
      '<'.repeat(500_000),
      '-----BEGIN '.repeat(100_000),
      'a{'.repeat(200_000),
    ]

    for (const line of hostile) {
      const start = process.cpuUsage()
      summarise('netco_iosxe', 'a\n', `a\n${line}\n`)
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1e6).to.be.lessThan(5)
    }
  })

  it('is French for French readers', () => {
    const { message } = summarise('netco_iosxe', switchText, switchText.replace('s3cret', 'other'))

    expect(render(message, 'fr')).to.equal('snmp-server community (modification)')
  })
})
