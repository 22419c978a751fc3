import { platformById, platforms } from '../../../../shared/platforms/registry.ts'

/**
 * Returns the platform for a name that an inventory uses: Coffer's own identifier or name of it, the names that NetBox, NAPALM,
 * Netmiko, Ansible, Oxidized and RANCID use for the system, or a Linux distribution. Undefined for an unknown name.
 */
export function netboxPlatforms({ slug, name }: { slug: string; name: string }): string | undefined {
  for (const text of [slug, name]) {
    const key = keyOf(text)
    const known = names.find(([, keys]) => keys.some((one) => keyOf(one) === key))?.[0]
    const id = known ?? platforms.find((platform) => keyOf(platform.name) === key)?.id ?? asIdentifier(text)
    if (id && platformById(id)) return id
  }
  return undefined
}

function asIdentifier(text: string): string {
  return text.toLowerCase().replaceAll('-', '_')
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

const linux = [
  'linux',
  'linuxgeneric',
  'linux-generic',
  'debian',
  'ubuntu',
  'rhel',
  'red-hat',
  'redhat',
  'centos',
  'rocky',
  'rocky-linux',
  'almalinux',
]

const names: [string, string[]][] = [
  ['netco_iosxe', ['ios', 'ios-xe', 'iosxe', 'cisco-ios', 'cisco-ios-xe', 'cisco-iosxe', 'cisco-xe']],
  ['netco_nxos', ['nxos', 'nx-os', 'nxos-ssh', 'cisco-nxos', 'cisco-nx-os', 'cisco-nx']],
  ['fwco_fortios', ['fortios', 'fortinet', 'fortinet-fortios', 'fortigate', 'forti-os']],
  [
    'pafw_panos',
    ['panos', 'pan-os', 'paloalto-panos', 'palo-alto-pan-os', 'palo-alto-panos', 'paloaltonetworks-panos', 'paloalto'],
  ],
  ['pafw_panorama', ['panorama', 'palo-alto-panorama', 'paloalto-panorama']],
  ['lbco_bigip', ['bigip', 'big-ip', 'f5', 'f5-bigip', 'f5-big-ip', 'f5-tmos', 'f5-tmsh', 'tmos']],
  ['routeco_junos', ['junos', 'junos-os', 'juniper', 'juniper-junos', 'juniper-junos-os']],
  ['a10_acos', ['acos', 'a10']],
  ['alcatel_aos', ['aos', 'alcatel-aos', 'nokia-aos']],
  ['arista_eos', ['eos', 'arista-eos']],
  ['aruba_aos', ['aosw', 'aruba-os', 'arubaos']],
  ['aruba_aoscx', ['aoscx', 'aos-cx', 'arubaos-cx', 'aruba-os-cx']],
  ['aruba_aoss', ['procurve', 'hp-procurve', 'aos-s', 'arubaos-switch', 'aruba-osswitch']],
  ['aruba_instant', ['arubainstant']],
  ['checkpoint_gaia', ['gaia', 'checkpoint', 'check-point-gaia']],
  ['cisco_aireos', ['aireos', 'cisco-wlc', 'cisco-wlc-ssh']],
  ['cisco_asa', ['asa', 'cisco-asa']],
  ['cisco_ftd', ['ftd', 'firelinuxos', 'cisco-ftd']],
  ['cisco_iosxr', ['iosxr', 'ios-xr', 'cisco-xr', 'cisco-ios-xr']],
  ['cisco_smb', ['ciscosmb', 'cisco-s300', 'cisco-s350']],
  ['citrix_netscaler', ['netscaler']],
  ['dell_os10', ['dellos10', 'dnos10']],
  ['dell_os6', ['dellos6', 'powerconnect', 'dell-powerconnect']],
  ['hpe_comware', ['comware', 'hp-comware', 'h3c', 'h3c-comware']],
  ['huawei_vrp', ['vrp', 'huawei', 'huawei-vrpv8']],
  ['mikrotik_routeros', ['routeros', 'mikrotik']],
  ['nokia_sros', ['sros', 'timos', 'alcatel-sros', 'nokia-sr-os']],
  ['nvidia_cumulus', ['cumulus', 'cumulus-linux']],
  ['nvidia_onyx', ['onyx', 'mlnxos', 'mellanox', 'mellanox-mlnxos']],
  ['ruckus_fastiron', ['fastiron', 'ironware', 'brocade-fastiron']],
  ['ubiquiti_edgeos', ['edgeos', 'ubiquiti-edgerouter']],
  ['vyos', ['vyatta', 'vyatta-vyos']],
  ['linux_server', [...linux, 'oracle-linux', 'fedora', 'opensuse', 'sles', 'suse', 'alpine']],
]
