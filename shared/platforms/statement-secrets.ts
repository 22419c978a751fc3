/** Statements with secrets that no word before the value names, on any platform. */
export const statementSecrets: readonly RegExp[] = [
  /\bsnmp-server host \S+(?: (?:use-)?vrf \S+)?(?: (?:traps?|informs?))?(?: (?:use-)?vrf \S+)?(?: version (?:1|2c|2|3 (?:auth|noauth|priv)))?(?: (?:encrypted|clear|community(?: \d)?))? (?!(?:vrf|use-vrf|version|traps?|informs?|udp-port|source-interface|filter-vrf|community|auth|noauth|priv)\b)"?([^\s"]+)/i,
  /\bsnmp-server host (?:\w{1,40} )?\S+ (?:.{0,80} )?(?:version (?:1|2c?)|community) (?:(?:\d|encrypted|clear) (?=\S))?"?([^\s"]+)/i,
  /\b(?:nhrp|standby|vrrp|glbp)(?: \d+)? authentication (?:text )?(?!md5\b|text |key-)(\S+)/i,
  /^\s+authentication (?:text |mode hmac-sha-256 )?(?:\d (?=\S))?(?!(?:mode|md5|key|pre|open|list|display|local|remote|type|order|priority|event|port-control|periodic|timer|violation|control-direction|host-mode|fallback|key-management|key-chain|rsa-sig|algorithm|method|pap|chap|message-digest|keychain|enable)\b)([^\s{;]+)$/i,
  /^\s+simple-text-auth(?:entication)? (\S+)/i,
  /\bsimple-text-auth (\S+)/i,
  /\bipsec spi \d+ (?:.{1,100} )?(?:md5|sha1) (?:\d (?=\S))?(\S+)/i,
  /\bipsec spi \d+ esp (?:aes-cbc \d+|3des|des) (?:\d (?=\S))?(\S+)/i,
  /\bset session-key \w+ (?:ah \d+|esp \d+ cipher) (\S+)(?: authenticator (\S+))?/i,
  /\brmon event \d+ (?:log )?trap (\S+)/i,
  /\btrapsess \S+ (?:\d+ )?(\S+)/i,
  /\btarget-address .{1,300}"trap" "([^"]+)"/,
  /\btarget-params "([^"]+)"(?: [\w-]{1,20}){0,3} "([^"]+)"/,
  /^set system user \S+ (\S+)/i,
  /\badd system user \S+ (\S+)/i,
  /\badd snmp community (\S+)/i,
  /\bset snmp community (\S+)/i,
  /\bset (?:service )?snmp community (\S+)/i,
  /\bsnmp community add (?:.{0,200} )?name=("[^"]*"|\S+)/,
  /^\s*(?:server-key|shared-key|pac key|key) (?!\d{1,3}$)(?:\d (?=\S))?"?([^\s";{]+)"?$/i,
  /\b(?:auth|authentication-mode|authentication) (?:md5|sha\S*|hmac\S*) (?:(?:encrypted|clear|cipher|simple|plain|\d) (?=\S))?(?!key|secret|mode|privacy)("[^"]*"|\S+)/i,
  /\b(?:priv|privacy-mode|privacy) (?:aes|3des|des|cfb)\S*(?: \d+)?(?: (?:encrypted|clear|cipher|simple))? (?!128|192|256)(\S+)/i,
  /Authorization: *(?:Basic|Bearer|Digest) ([^"\\\s]+)/i,
  /\bset http-headers "[^"]*" "([^"]*)"/,
  /^\s*fips-authorization-secret \S+ \d (.+)$/,
  /\bsnmp user (?:.{1,120} )?encrypted (\S+)(?: (\S+))?/i,
  /^#private-encryption-key=(\S+)/,
  /\bkey 1 secret (?:\d (?=\S))?(\S+)/,
  /^ *key [0-9a-f]{2,64} (?:\d (?=\S))(\S+)/i,
]

/** Where settings of SNMP communities begin and end, in which their name is the secret. */
export const communityBlocks: readonly { starts: RegExp; ends: RegExp; secret: RegExp }[] = [
  { starts: /^\/snmp community\s*$/, ends: /^[/#]/, secret: /\bname=("[^"]*"|\S+)/dg }, // MikroTik RouterOS
  { starts: /^\s*config system snmp community\s*$/, ends: /^\s{0,4}end\s*$/, secret: /^\s*set name (.+)$/dg }, // FortiOS
  { starts: /^\s*"SNMP_COMMUNITY": \{\s*$/, ends: /^ {0,4}\},?\s*$/, secret: /^\s*"([^"]+)": *\{/dg }, // SONiC
]
