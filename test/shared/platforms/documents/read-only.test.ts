import { expect } from 'chai'
import { refuseStateChange } from '../../../../agent/collect/cli/state-change.ts'
import { isDeniedVerb, whyNotReadOnly } from '../../../../shared/platforms/documents/read-only.ts'
import { netcoIosxe } from '../../../../shared/platforms/netco_iosxe.ts'

const rules = { family: 'cisco' as const, allow: [], enable: 'enable' }

describe('the commands allowed in a document', () => {
  for (const command of [
    'show running-config',
    'show running-config | include ^interface',
    'show tech | no-more',
    'write terminal',
    'terminal length 0',
    'no page',
    'enable',
  ])
    it(`include ${command}`, () => {
      expect(whyNotReadOnly(command, rules)).to.equal(undefined)
    })

  for (const command of [
    'configure terminal',
    'conf t',
    'wr',
    'write',
    'write memory',
    'write erase',
    'no interface vlan 5',
    'no pager',
    'disable clipaging',
    'reload',
    'copy running-config tftp:',
    'clear counters',
    'debug all',
    'commit',
    'request system reboot',
    'show run | redirect flash:x',
    'show run | tee flash:x',
    'show run > flash:x',
    'show run\nreload',
    'show run; reload',
    'show `reload`',
    'show $(reload)',
    'SHOW run',
    ' show run',
    'showrun',
    'enable 15',
    'show snmp community public',
    'sh run',
  ])
    it(`do not include ${JSON.stringify(command)}`, () => {
      expect(whyNotReadOnly(command, rules)).to.not.equal(undefined)
    })

  it('include the few that other families need, and nothing beside them', () => {
    const menu = { family: 'menu', allow: [] } as const
    const sent = ['configure terminal length 0', 'info', 'save_configuration -p CofferBackup1']
    const refused = ['configure terminal length 1', 'configure terminal', 'save_configuration', 'save_configuration -x']

    expect(sent.filter((command) => whyNotReadOnly(command, menu))).to.deep.equal([])
    expect(refused.filter((command) => !whyNotReadOnly(command, menu))).to.deep.equal([])
  })

  for (const [family, shown, changing] of [
    ['esxi', 'esxcli network vswitch standard list', 'esxcli system shutdown poweroff'],
    ['fabric', 'cfgshow', 'cfgsave'],
    ['opengear', 'config -g config', 'config -s config.system.name=x'],
    ['sfos', 'system diagnostics show version-info', 'system diagnostics utilities ping 192.0.2.1'],
    ['unix', 'grep -H . /etc/pve/lxc/*.conf', 'grep -r . /etc'],
    ['zyxel', 'cfg lan get', 'cfg lan set'],
  ] as const)
    it(`of the family ${family} include ${shown}, and not ${changing}`, () => {
      expect(whyNotReadOnly(shown, { family, allow: [] })).to.equal(undefined)
      expect(whyNotReadOnly(changing, { family, allow: [] })).to.not.equal(undefined)
    })

  for (const [family, exact, longer] of [
    ['cisco', 'write terminal', 'write terminal x'],
    ['esxi', 'esxcli system settings advanced list -d', 'esxcli system settings advanced list --server=192.0.2.1'],
    ['menu', 'copy running-configuration display', 'copy running-configuration display x'],
    ['opengear', 'config -g config', 'config -g config -s config.system.name=x'],
    ['opengear', 'config export', 'config export -r all'],
    ['opengear', 'config -g config', 'config -g config -r all'],
    ['routeros', '/export show-sensitive', '/export file=x'],
    ['routeros', '/system resource print', '/system resource print file=x'],
    [
      'unix',
      "sqlite3 -readonly 'file:/data/freenas-v1.db' .dump",
      "sqlite3 -readonly 'file:/data/freenas-v1.db' .shell",
    ],
    ['zyxel', 'cfg lan get', 'cfg lan get x'],
  ] as const)
    it(`of the family ${family} include ${exact} and not ${longer}`, () => {
      expect(whyNotReadOnly(exact, { family, allow: [] })).to.equal(undefined)
      expect(whyNotReadOnly(longer, { family, allow: [] })).to.not.equal(undefined)
      expect(whyNotReadOnly(`${exact} '.shell reboot'`, { family, allow: [] })).to.not.equal(undefined)
    })

  for (const [family, shown] of [
    ['unix', 'cat /etc/hosts'],
    ['esxi', 'cat /etc/hosts'],
    ['opengear', 'cat /etc/config/config.xml'],
    ['fabric', 'configshow'],
    ['zyxel', 'cfg lan get'],
    ['junos', 'show configuration'],
  ] as const)
    it(`of the shell of ${family} include the filters grep and head, and no program`, () => {
      const sent = ['grep -iv x', 'grep ^set', 'head -n 5', 'head', 'no-more']
      const refused = ['find / -delete', 'find / -exec reboot', 'as -o x', 'more x', 'json', 'head --help', 'grep -f x']
      const decided = (filter: string) => whyNotReadOnly(`${shown} | ${filter}`, { family, allow: [] })

      expect(sent.filter((filter) => decided(filter))).to.deep.equal([])
      expect(refused.filter((filter) => !decided(filter))).to.deep.equal([])
    })

  it('include the filters of Junos, but none that VyOS would run as a program', () => {
    const decided = (filter: string) => whyNotReadOnly(`show configuration | ${filter}`, { family: 'junos', allow: [] })

    expect(['display set', 'match ^set', 'except x', 'count'].filter((filter) => decided(filter))).to.deep.equal([])
    expect(['display x', 'find x', 'save x', 'last 5'].filter((filter) => !decided(filter))).to.deep.equal([])
  })

  it('include the filter as of SR Linux, with its formats only', () => {
    const decided = (command: string) => whyNotReadOnly(command, { family: 'sros', allow: [] })

    expect(decided('info from running / | as json')).to.equal(undefined)
    expect(decided('info | as -o x')).to.not.equal(undefined)
    expect(whyNotReadOnly('info | as json', { family: 'menu', allow: [] })).to.not.equal(undefined)
  })

  it('include verbs that an administrator added, but never one that changes state', () => {
    expect(whyNotReadOnly('fnsysctl ls', { ...rules, allow: ['fnsysctl'] })).to.equal(undefined)
    for (const verb of ['configure', 'conf', 'c', 'wr', 'reload', 'rel', 'del', '/system', 'no', 'sudo', 'sh'])
      expect(isDeniedVerb(verb), verb).to.equal(true)
    for (const verb of ['show', 'display', 'get', 'info', 'more', 'list'])
      expect(isDeniedVerb(verb), verb).to.equal(false)
  })

  it('are checked again by the agent, only for documents', () => {
    const account = { secrets: [] }
    const { ssh } = netcoIosxe

    expect(() => refuseStateChange('reload', { shell: { ...ssh, readOnly: rules }, account })).to.throw('reload')
    expect(() => refuseStateChange('show version', { shell: { ...ssh, readOnly: rules }, account })).to.not.throw()
    expect(() => refuseStateChange('anything', { shell: ssh, account })).to.not.throw()
  })
})
