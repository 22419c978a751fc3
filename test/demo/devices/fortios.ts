import { fortiosBehaviour, fortiosModel } from '../../support/fortios-device.ts'
import { shellDevice } from '../../support/shell-device.ts'
import type { LabDevice } from '../lab-device.ts'
import { chapterOf, type Edit, instead, type Story } from '../story.ts'

type Described = Omit<LabDevice, 'platform' | 'path' | 'serve'>

/** Returns a FortiGate over SSH. An account without write access sees masked secrets. */
export function fortiosDevice(described: Described, changes: Story['changes'], mayWrite = true): LabDevice {
  const story: Story = { text: fortigateText(described.name), changes, next: nextOnFirewall }
  return {
    ...described,
    platform: 'fwco_fortios',
    path: 'ssh',
    serve(moment) {
      const behaviour = fortiosBehaviour({
        hostname: described.name,
        model: 'FortiGate-100F',
        global: chapterOf(story, moment).text,
        account: { name: 'backup', mayWrite, mayShow: true, vdom: null },
        console: { output: 'standard' },
      })
      return { shell: (wire, seen) => shellDevice(fortiosModel(behaviour), behaviour, wire, seen) }
    },
  }
}

export interface Policy {
  id: number
  name: string
  from: string
  to: string
  source: string
  target: string
  service: string
  action?: 'accept' | 'deny'
}

/** Adds a policy before the final deny policy. */
export function withPolicy(policy: Policy): Edit {
  return instead('    edit 999\n', `${policyText(policy)}    edit 999\n`)
}

function nextOnFirewall(number: number): ReturnType<Story['next']> {
  const id = 500 + number
  const peer = `partner-${number}`
  return {
    by: 'e.novak',
    edit: withPolicy({ id, name: peer, from: 'dmz', to: 'wan1', source: 'srv-web', target: 'all', service: 'HTTPS' }),
  }
}

function policyText({ id, name, from, to, source, target, service, action = 'accept' }: Policy): string {
  return `    edit ${id}
        set name "${name}"
        set srcintf "${from}"
        set dstintf "${to}"
        set action ${action}
        set srcaddr "${source}"
        set dstaddr "${target}"
        set schedule "always"
        set service "${service}"
        set logtraffic all
    next
`
}

const policies: Policy[] = [
  { id: 1, name: 'lan-to-internet', from: 'lan', to: 'wan1', source: 'net-lan', target: 'all', service: 'WEB' },
  { id: 2, name: 'web-published', from: 'wan1', to: 'dmz', source: 'all', target: 'vip-web', service: 'HTTPS' },
  { id: 3, name: 'dns-out', from: 'lan', to: 'wan1', source: 'srv-dns', target: 'all', service: 'DNS' },
  { id: 4, name: 'mail-out', from: 'dmz', to: 'wan1', source: 'srv-mail', target: 'all', service: 'SMTP' },
  { id: 5, name: 'branch-vpn', from: 'vpn-branch', to: 'lan', source: 'net-branch', target: 'net-lan', service: 'ALL' },
]

function fortigateText(name: string): string {
  const rest: Policy = {
    id: 999,
    name: 'deny-rest',
    from: 'any',
    to: 'any',
    source: 'all',
    target: 'all',
    service: 'ALL',
    action: 'deny',
  }
  return `config system global
    set admin-https-redirect enable
    set admintimeout 10
    set hostname "${name}"
    set timezone 26
end
config system interface
    edit "wan1"
        set ip 198.51.100.10 255.255.255.248
        set allowaccess ping
        set role wan
    next
    edit "lan"
        set ip 10.20.0.1 255.255.252.0
        set allowaccess ping https ssh
        set role lan
    next
    edit "dmz"
        set ip 10.20.8.1 255.255.255.0
        set role dmz
    next
end
config system admin
    edit "admin"
        set accprofile "super_admin"
        set password ENC SH2vQk0r3q5VtY8yB1nUeXw7Jd2cRmZpLfAoGh6iTs4=
    next
    edit "backup"
        set accprofile "backup_profile"
        set password ENC SH2pOe9w2Yx6uTq1bRm8VnKd5sJc4LzGf7AiHh3oXt0=
    next
end
config firewall address
    edit "net-lan"
        set subnet 10.20.0.0 255.255.252.0
    next
    edit "net-branch"
        set subnet 10.40.0.0 255.255.0.0
    next
    edit "srv-web"
        set subnet 10.20.8.20 255.255.255.255
    next
    edit "srv-dns"
        set subnet 10.20.0.53 255.255.255.255
    next
    edit "srv-mail"
        set subnet 10.20.8.25 255.255.255.255
    next
end
config vpn ipsec phase1-interface
    edit "vpn-branch"
        set interface "wan1"
        set ike-version 2
        set remote-gw 203.0.113.40
        set psksecret ENC kX81vT0qkq2w9yZ4mR7sUe5nBd3cJfLgAoHpIi6=
    next
end
config firewall policy
${[...policies, rest].map(policyText).join('')}end
config router static
    edit 1
        set gateway 198.51.100.9
        set device "wan1"
    next
end
`
}
