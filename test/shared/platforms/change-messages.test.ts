import { expect } from 'chai'
import { createChangeMatcher } from '../../../shared/platforms/change-messages.ts'
import { builtInPlatforms, platformById } from '../../../shared/platforms/registry.ts'

type Expected = [user: string | null, from: string | null] | null

/** Messages as the vendors' documents and public forums show them. Null: a message that reports no change. */
// prettier-ignore
const messages: [platform: string, message: string, Expected][] = [
  ['netco_iosxe', '<189>45: *Mar  1 18:48:50.483 UTC: %SYS-5-CONFIG_I: Configured from console by vty2 (10.34.195.36)', ['vty2', null]],
  ['netco_iosxe', '<189>77: Nov 28 09:12:01: %SYS-5-CONFIG_I: Configured from console by anna on vty0 (192.0.2.7)', ['anna', '192.0.2.7']],
  ['netco_iosxe', '<189>78: Nov 28 09:12:01: %SYS-5-CONFIG_P: Configured programmatically by process iosp_vty_100001_dmi_nesd from console as NETCONF on vty31266', [null, null]],
  ['netco_iosxe', '<189>79: %DMI-5-CONFIG_I: R0/0: dmiauthd: Configured from NETCONF/RESTCONF by admin, transaction-id 2718', ['admin', null]],
  ['netco_iosxe', '<189>80: %PARSER-5-CFGLOG_LOGGEDCMD: User:bruno  logged command:ip http server', ['bruno', null]],
  ['netco_iosxe', '<187>81: %LINK-3-UPDOWN: Interface GigabitEthernet0/1, changed state to up', null],
  ['cisco_ios', '<189>45: %SYS-5-CONFIG_I: Configured from memory by console', ['console', null]],
  ['netco_nxos', '<189>: 2026 Nov 28 09:12:01 UTC: %VSHD-5-VSHD_SYSLOG_CONFIG_I: Configured from vty by admin on 192.0.2.7@pts/0', ['admin', '192.0.2.7']],
  ['netco_nxos', '<189>: 2026 Nov 28 09:12:01 UTC: %AUTHPRIV-5-SYSTEM_MSG: New user added with username anna', null],
  ['cisco_iosxr', "<189>213: RP/0/RP0/CPU0:Nov 28 09:12:01.554 : config[65772]: %MGBL-CONFIG-6-DB_COMMIT : Configuration committed by user 'cisco'. Use 'show configuration commit changes 1000000012' to view the changes.", ['cisco', null]],
  ['cisco_asa', "<165>Nov 28 2026 09:12:01 fw1 : %ASA-5-111010: User 'anna', running 'CLI' from IP 192.0.2.7, executed 'access-list inside permit ip any any'", ['anna', '192.0.2.7']],
  ['cisco_asa', "<165>Nov 28 2026 09:12:01 fw1 : %ASA-5-111010: User 'backup', running 'CLI' from IP 192.0.2.7, executed 'terminal pager 0'", null],
  ['cisco_asa', "<165>Nov 28 2026 09:12:01 fw1 : %ASA-5-111008: User 'anna' executed the 'show run' command.", null],
  ['arista_eos', '<189>Nov 28 09:12:01 leaf1 ConfigAgent: %SYS-5-CONFIG_I: Configured from console by admin on vty7 (192.0.2.7)', ['admin', '192.0.2.7']],
  ['routeco_junos', "<189>Nov 28 09:12:01 mx1 mgd[3606]: UI_COMMIT: User 'anna' requested 'commit' operation (comment: none)", ['anna', null]],
  ['routeco_junos', '<189>1 2026-11-28T09:12:09.532Z mx1 mgd 3606 UI_COMMIT_COMPLETED [junos@2636.1.1.1.2.18] commit complete', [null, null]],
  ['routeco_junos', "<189>Nov 28 09:12:01 mx1 mgd[3606]: UI_COMMIT_PROGRESS: Commit operation in progress: no commit script changes", null],
  ['fwco_fortios', '<189>date=2026-11-28 time=09:12:01 devname="FGT" devid="FGT60F" logid="0100044547" type="event" subtype="system" level="information" vd="root" logdesc="Object attribute configured" user="admin" ui="ssh(192.0.2.7)" action="Edit" cfgtid=10682431 cfgpath="firewall.policy" cfgobj="1" cfgattr="status[enable->disable]" msg="Edit firewall.policy 1"', ['admin', '192.0.2.7']],
  ['fwco_fortios', '<189>date=2026-11-28 time=09:12:01 logid="0100032001" type="event" subtype="system" logdesc="Admin login successful" user="admin" ui="ssh(192.0.2.7)" msg="Administrator admin logged in"', null],
  ['pafw_panos', '<14>Nov 28 09:12:01 PA-220 1,2026/11/28 09:12:01,012801096514,CONFIG,0,0,2026/11/28 09:12:01,192.0.2.7,,commit,anna,Web,Submitted,,74,0x0', ['anna', '192.0.2.7']],
  ['pafw_panos', '<14>Nov 28 09:12:01 PA-220 1,2026/11/28 09:12:01,012801096514,CONFIG,0,0,2026/11/28 09:12:01,192.0.2.7,,set,anna,Web,Succeeded,  config shared,74,0x0', null],
  ['lbco_bigip', '<133>Nov 28 09:12:01 bigip1 notice mcpd[6221]: 01070417:5: AUDIT - user admin - transaction #2331-2 - object 0 - modify { pool { pool_name "/Common/web" } } [Status=Command OK]', ['admin', null]],
  ['vyos', '<14>Nov 28 09:12:01 vyos commit: Successful change to active configuration by user vyos on /dev/pts/0', ['vyos', null]],
  ['ruckus_fastiron', '<14>Nov 28 09:12:01 icx, running-config was changed by operator from telnet client 192.0.2.7', ['operator', '192.0.2.7']],
  ['hpe_comware', '<189>Nov 28 09:12:01 2026 sw1 %%10CFGMAN/5/CFGMAN_CFGCHANGED: -EventIndex=6-CommandSource=2-ConfigSource=4-ConfigDestination=2; Configuration changed.', [null, null]],
  ['huawei_vrp', '<188>Nov 28 2026 09:12:01 ar1 %%01DS/4/DATASYNC_CFGCHANGE(l)[8]:OID 1.3.6.1.4.1.2011.5.25.191.3.1 configurations have been changed. The current change number is 4, the change loop count is 0, and the maximum number of records is 4095.', [null, null]],
  ['mikrotik_routeros', '<30>Nov 28 09:12:01 MikroTik system,info filter rule changed by admin', ['admin', null]],
  ['mikrotik_routeros', '<30>Nov 28 09:12:01 MikroTik system,info address added by winbox-3.40/tcp-msg(winbox):anna@192.0.2.7/action:12', ['anna', '192.0.2.7']],
  ['mikrotik_routeros', '<30>Nov 28 09:12:01 MikroTik system,info,account user admin logged in from 192.0.2.7 via ssh', null],
]

describe('syslog messages that report a change', () => {
  for (const [platform, text, expected] of messages)
    it(`of ${platform}, ${expected ? 'with the author it claims' : 'without those that report none'}: ${text.slice(-60)}`, () => {
      const { matchSyslog } = createChangeMatcher(platformById(platform)?.changes ?? {})

      const found = matchSyslog(Buffer.from(text))

      expect(found && [found.user, found.from]).to.deep.equal(expected)
    })

  it('have a rule for every platform in TypeScript that reports changes', () => {
    const without = builtInPlatforms.filter((one) => !platformById(one.id)?.changes).map(({ id }) => id)

    expect(without).to.deep.equal(['linux_server', 'netco_meraki'])
  })

  it('keep names without control characters and cut them', () => {
    const { matchSyslog } = createChangeMatcher({ syslog: [{ contains: ['CHANGED'], author: 'by (?<user>.*)' }] })

    expect(matchSyslog(Buffer.from('CHANGED by a\u0007\u001b[31mb\u2028'))?.user).to.equal('a[31mb')
    expect(matchSyslog(Buffer.from(`CHANGED by ${'x'.repeat(1_000)}`))?.user).to.have.length(200)
    expect(matchSyslog(Buffer.from(`CHANGED by ${'x'.repeat(199)}😀`))?.user?.isWellFormed()).to.equal(true)
  })

  it('of traps are known by their OID', () => {
    const { matchesTrap } = createChangeMatcher(platformById('routeco_junos')?.changes ?? {})

    expect([matchesTrap('1.3.6.1.4.1.2636.4.5.0.1'), matchesTrap('1.3.6.1.6.3.1.1.5.3')]).to.deep.equal([true, false])
  })
})
