/** Prefixes of commands that only display, by command-line family. Any words may follow. */
export const displayVerbs = {
  asyncos: ['showconfig', 'version'],
  cisco: ['show', 'more', 'dir', 'admin show'],
  comware: ['display', 'dir', 'more'],
  esxi: ['cat'],
  fabric: ['cfgshow', 'chassisshow', 'configshow', 'switchshow', 'version'],
  junos: ['show'],
  menu: [
    'show',
    'get',
    'list',
    'info',
    'about',
    'display',
    'print',
    'view',
    'configuration show',
    'software show',
    'save_configuration -p',
  ],
  opengear: ['cat'],
  routeros: [],
  sfos: [
    'show',
    'system diagnostics show',
    'system firewall-acceleration show',
    'system ha show',
    'system route_precedence show',
    'system system_modules show',
  ],
  sros: ['show', 'info', 'admin display-config', 'admin show configuration'],
  unix: ['cat', 'grep -H', 'uname', 'opnsense-version', 'pveversion', 'nv config show', 'nv show', 'net show', 'show'],
  zyxel: [],
} as const satisfies Record<string, readonly string[]>

/** Commands that only display as they are: with further words they could do more, or the shell needs no others. */
export const exactCommands: Readonly<Partial<Record<VerbFamily, readonly string[]>>> = {
  cisco: ['write terminal'],
  esxi: [
    'esxcli hardware platform get',
    'esxcli network firewall ruleset list',
    'esxcli network ip interface ipv4 get',
    'esxcli network ip route ipv4 list',
    'esxcli network vswitch standard list',
    'esxcli network vswitch standard portgroup list',
    'esxcli storage nfs list',
    'esxcli system hostname get',
    'esxcli system settings advanced list',
    'esxcli system settings advanced list -d',
    'esxcli system version get',
  ],
  menu: ['copy running-configuration display', 'copy startup-configuration display', 'export config to console'],
  // `-s` sets a value, `-r` applies the configuration.
  opengear: ['config -g config', 'config export', 'ogdeviceinfo -r', 'showserial'],
  // `file=` writes to the flash.
  routeros: [
    '/export',
    '/export compact',
    '/export hide-sensitive',
    '/export show-sensitive',
    '/export terse',
    '/export verbose',
    '/system identity print',
    '/system resource print',
    '/system routerboard print',
  ],
  // `.shell` and `.output` of sqlite3 start programs and write files.
  unix: ["sqlite3 -readonly 'file:/data/freenas-v1.db' .dump"],
  zyxel: [
    'cfg firewall_acl get',
    'cfg intf_group get',
    'cfg ipalias get',
    'cfg lan get',
    'cfg nat get',
    'cfg snmp get',
    'cfg static_dhcp get',
    'cfg static_route get',
    'cfg wlan get',
    'sys atsh',
  ],
}

/** Names of the lists of display verbs. */
export type VerbFamily = keyof typeof displayVerbs

/** Families whose command line is a shell, or becomes one where the device does not know a word. */
export const shellFamilies: ReadonlySet<VerbFamily> = new Set<VerbFamily>([
  'esxi',
  'fabric',
  'junos',
  'opengear',
  'unix',
  'zyxel',
])
