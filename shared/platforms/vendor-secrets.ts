/** Secrets in the command lines of Cisco IOS XE and NX-OS. */
export const ciscoSecrets = [
  /\b(?:password|secret|passphrase)(?: level \d+)?(?: (?:encrypted|\d{1,2}))* (\S+)/i,
  /\bsnmp-server community (?:\d )?(\S+)/i,
  /\bsnmp-server host \S+(?: (?:use-)?vrf \S+)?(?: (?:traps|informs))?(?: version (?:1|2c|3 (?:auth|noauth|priv)))? (?!(?:use-)?vrf )(\S+)/i,
  /\bsnmp-server user \S+ .{0,200}?\bauth \S+ (\S+)(?: priv (?:(?:aes|3des|des|aes-128|\d+) )*(\S+))?/i,
  /\bkey-string (?:\d )?(\S+)/i,
  /\bkey (?:0|6|7) (\S+)/i,
  /\b(?:isakmp|authentication|pre-shared|tacacs-server|radius-server)[ -]key(?: \d{1,2}(?= \S))*(?: md5)?(?: \d)? (\S+)/i,
  /\bmd5 (?:\d )?(\S+)/i,
  /\b(?:standby|vrrp|glbp) \d+ authentication (?:text )?(\S+)/i,
] as const

/** Values after the names of settings, in FortiOS. */
export const fortiosSecrets = [
  /^\s*set [\w.-]{0,64}(?:passw(?:or)?d|passphrase|secret|psk|key)[\w.-]{0,64}(?: \d+)? (.+)$/i,
  /\bENC ([^\s"]+)/,
] as const

/** Statements of Junos, in all its formats. */
export const junosSecrets = [
  /\b(?:encrypted-password|plain-text-password|password|simple-password|secret|pre-shared-key ascii-text|authentication-key|ascii-text) "?([^\s";]+)/,
  /\bsnmp community "?([^\s";]+)/,
  /^ {4}community "?([^\s";{]+)/,
  /<(?:encrypted-password|password|secret|ascii-text|authentication-key|key)>([^<]+)</,
] as const

/** Elements of PAN-OS. */
export const panosSecrets = [
  /<(?:phash|password|passphrase|secret|key|private-key|community|snmp-community-string|auth-password|priv-password|authpwd|privpwd)>([^<]+)</,
  /\b(?:phash|password|passphrase|secret|private-key|snmp-community-string|authpwd|privpwd) ("[^"]*"|[^\s;]+)/,
] as const

/** Properties of BIG-IP. */
export const bigipSecrets = [
  /(?<![^\s{])(?:[\w.-]{0,64}(?:password|passphrase|secret)[\w.-]{0,64}|community(?:-name)?) ("[^"]*"|\S+)/,
] as const

/** Members of the documents of Meraki. */
export const merakiSecrets = [
  /"\w{0,64}(?:psk|secret|passphrase|password|communityString|token|apiKey)\w{0,64}": "([^"]*)"/i,
] as const
