/** Patterns of statements with secrets, in the words of many devices. */
export const secretPatterns = [
  '(?i)\\bpre-shared-key address \\S+(?: \\d\\S+)? key(?: \\d)? "?([^\\s";]+)',
  '(?i)\\b(?:tacacs|radius|isakmp|ike|ikev1|ikev2|ospf|ospfv3|isis|ntp|bgp|rip|eigrp|vrrp|standby|ldp)\\b.*\\b(?:key|md5)(?: (?:md5|sha|ascii|hex|\\d{1,2}))*[ =:]+"?([^\\s";]+)',
  '(?i)\\bauth (?:md5|sha(?:-?\\d+)?) "?([^\\s";]+)',
  '(?i)\\bpriv (?:des|3des|aes(?:[ -]?\\d{3})?) "?([^\\s";]+)',
  '(?i)\\b(?:password|passwd|passphrase|secret|psk|pre-shared-key|community|auth-key|priv-key|key-string|authentication-key|encryption-key|shared-key)(?: (?:ascii|hex|encrypted|plaintext|cipher|ciphertext|irreversible-cipher|simple|hash|hashed|md5|sha512|sha-?256|read|write|\\d{1,2}))*[ =:]+"?([^\\s";]+)',
  '(\\$(?:1|5|6|8|9|14)\\$\\S+)',
]

/** Patterns of facts, the most specific ones of each fact first. Lines of the configuration are searched last. */
export const factPatterns: readonly (readonly [name: string, pattern: string])[] = [
  ['hostname', '(?i)^(?:set system )?(?:hostname|host-name|sysname)[ :]+"?(?<hostname>[\\w.-]+)'],
  ['serial', '(?i)\\bserial (?:number|no\\.?)\\s*(?:is|:|=)?\\s*(?<serial>[A-Z0-9][\\w-]{4,30})'],
  ['serial', '(?i)^\\s*serial[ -]?number\\s*:\\s*(?<serial>[\\w-]{5,30})'],
  [
    'model',
    '(?i)^\\s*(?:model|model (?:name|number)|product (?:name|model)|board-name|chassis)\\s*:\\s*(?<model>\\S.{0,60}\\S)',
  ],
  [
    'os_version',
    '(?i)\\b(?:software|firmware|system|os|image) version\\s*(?:is|:|=)?\\s*v?(?<os_version>\\d[\\w.()-]*)',
  ],
  ['os_version', '(?i)\\bversion\\s*(?:is|:|=)?\\s*v?(?<os_version>\\d+\\.[\\w.()-]*)'],
  ['uptime', '(?i)\\buptime\\s*(?:is|:|=)?\\s*(?<uptime>\\S.{2,60})$'],
]
