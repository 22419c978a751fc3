import { expect } from 'chai'
import type { VerbFamily } from '../../../shared/platforms/documents/display-verbs.ts'
import { whyNotReadOnly } from '../../../shared/platforms/documents/read-only.ts'
import { checkExtraCommand } from '../../../shared/platforms/extra-commands.ts'

const namingFiles: [VerbFamily, string[]][] = [
  [
    'cisco',
    [
      'show logging profile all to-file bootflash:x',
      'show tech-support file disk0:/startup',
      'show tech-support file startup',
      'show tech fi startup',
      'show tech local-file',
      'show monitor capture x export flash:y',
      'show monitor capture x export y',
      'show running-config redirect x',
      'more tftp://192.0.2.1/x',
      'more ftp://u:p@192.0.2.1/x',
      'more flash:x',
      'dir http://192.0.2.1/',
      'dir flash: tftp:',
    ],
  ],
  ['comware', ['display diagnostic-information flash:/startup.cfg', 'display diagnostic-information x', 'more ftp:x']],
  ['menu', ['print file=x', 'print all file=x']],
  ['sros', ['show x cf3:y', 'admin display-config ftp://192.0.2.1/x']],
]

const readingFiles: [VerbFamily, string[]][] = [
  [
    'unix',
    [
      ...['cat', 'cat -', 'cat /dev/watchdog', 'cat /dev/zero', 'cat /etc/../dev/zero', 'cat //dev/zero', 'cat x'],
      ...['cat /proc/kcore', 'cat /sys/x', 'cat /etc/shadow', 'cat /etc/shadow-', 'cat /etc/master.passwd'],
      ...['cat *', 'cat /etc/sha*', 'cat /etc/shado[w]', 'cat (ls)', 'uname @(x)', 'cat /root/.ssh/id', 'cat ~root/x'],
      ...['grep -H -r . /', 'grep -H . -r /etc', 'grep -H x', 'grep -H -f /etc/x /etc/y'],
      ...['cat /etc/hosts | grep a /etc/shadow', 'cat /etc/hosts | head /etc/shadow'],
    ],
  ],
  ['esxi', ['cat', 'cat /dev/watchdog']],
  ['junos', ['show configuration | grep a /etc/shadow']],
  ['menu', ['show full-configuration | grep -f x']],
]

describe('the commands that an extra command may be', () => {
  for (const [family, commands] of namingFiles)
    it(`do not name files or servers in the family ${family}, which documents do not either`, () => {
      for (const command of commands) {
        expect(checkExtraCommand(command, { family, allow: [] }), command).to.include({ code: 'command_names_file' })
        expect(whyNotReadOnly(command, { family, allow: [] }), command).to.include({ code: 'command_names_file' })
      }
    })

  for (const [family, commands] of readingFiles)
    it(`read only ordinary files that they name in the family ${family}`, () => {
      for (const command of commands)
        expect(checkExtraCommand(command, { family, allow: [] }), command).to.include({
          code: 'command_reads_other_files',
        })
    })

  it('contain no passphrase of a saved configuration', () => {
    const reason = checkExtraCommand('save_configuration -p x', { family: 'menu', allow: [] })

    expect(reason).to.include({ code: 'command_contains_secret' })
  })

  for (const [family, commands] of [
    [
      'cisco',
      [
        ...['show ip route', 'show ipv6 route 2001:db8::/32', 'show mac address-table address 00:1b:0c:aa:bb:cc'],
        ...['more nvram:startup-config', 'more system:running-config', 'dir flash:', 'dir /all bootflash:', 'dir'],
        ...['show ip flow export', 'show diagnostic result all', 'show ipv6 route fe80::1', 'show ip route vrf (x)'],
        ...['show interfaces Serial0/0/0:1', 'show running-config | include tftp:', 'show tech-support'],
      ],
    ],
    ['comware', ['display diagnostic-information', 'display version', 'dir /all']],
    ['junos', ['show interfaces xe-0/0/0:1 terse', 'show log messages | match a | except b', 'show route | count']],
    ['menu', ['get router info routing-table all', 'show full-configuration | grep profile']],
    [
      'unix',
      ['cat /etc/hosts', 'cat /conf/config.xml | grep -i alias', 'grep -H -i x /etc/hosts', 'uname -a', 'nv show'],
    ],
  ] as const)
    it(`show something in the family ${family}`, () => {
      const refused = commands.filter((command) => checkExtraCommand(command, { family, allow: [] }))

      expect(refused).to.deep.equal([])
    })
})
