/** What follows a word that names secrets. */
export type WordKind =
  /** A value that may contain blanks. */
  | 'words'
  /** A value. */
  | 'value'
  /** A value, unless it is a number: the word has other meanings. */
  | 'weak'

/** Parts of words that name secrets, on any platform. `readWord` decides by the whole word. */
export const secretPart =
  /passw(?:or)?d|pwd|pass-?(?:phrase|code|key|crypt)|pass(?![a-z])|pw(?![a-z])|phash|(?:bcrypt|sha512|md5)-hash|hashedpwd|secret|psk|pre-?share|credential|cookie|ckpass|communit|securityname|token|trapstring|key|auth(?![a-z])|priv(?![a-z])|(?:authentication|privacy)-mode|md5|authenticator|seed|pin(?![a-z])|pmk|hexadecimal|bearer|prv(?![a-z])|(?<![a-z])cak(?![a-z])|(?<![a-z])tls(?=>)/gi

/** Words with such a part that name no secret, but settings of one, or what is public. */
const noSecret =
  /public|pubkey|host-?key|ssh-?keys?|key-?(?:chain|ring|id|type|size|len|exchange|usage|server|gen|m(?:anagement|gmt)|ver|label|pair|name|file|store|index|algo|life|words?$|board|pad|mode|format|derivation|rotation|interval|update|renew|cert|uri|url|hash)|(?<!algorithm-)polic|minim|(?:^|[-_])min-|[-_]min|max|length|expir|history|complex|strength|recover|-encryption$|storage|control|aging|[-_]age$|lockout|retr(?:y|ies)|attempt|password-?auth|prompt|change|reset|warn|timeout|lifetime|profile|manager|template|community-?(?:list|set)$|communities$|(?:send|ext|large|extended)-?community|^communit(?!y)|token-?(?:ring|bucket|type|url)|cookie-?(?:name|domain|path|persist|method|insert|mode|expir)|no-?pass|^allow-?pass|bypass|pass-?through|enable$|enabled$|^(?:is|has)[-_]|type$|^require|keepalive|mode-?cookie|enforce|(?:auto|manual|local|trusted|user)-key$/i

const words = /passw(?:or)?d|pass-?phrase|secret|psk|set-key|pwd/i
const weak = /^(?:key|keys|auth|priv|md5|token|pin|pass|pw|seed|cookie|bearer|prv|tls|cak|hexadecimal|authenticator)$/i
const keys =
  /(?:^|[-_.])key\d*(?:[-_]\d+)?$|[a-z0-9]Key$|(?:auth|enc|private|shared|hmac|rad|api|access|crypt|wep|wpa|psk|md5|secret)key(?:hex|ascii|text)?$|key-?(?:string|octet-string|text|data|value|hex|ascii)$|pre-?share/i
const other =
  /pass-?(?:code|key|crypt)|pass$|pw$|phash|-hash$|credential|cookie-?key|ckpass|community|securityname|token|trapstring|(?:authentication|privacy)-mode|seed$|pin$|pmk/i

/** Returns what follows a word; null if it names no secret. */
export function readWord(word: string): WordKind | null {
  if (noSecret.test(word)) return null
  if (weak.test(word)) return 'weak'
  if (words.test(word)) return 'words'
  return keys.test(word) || other.test(word) ? 'value' : null
}

/** Words between the name of a secret and its value: how it is written, for what it is, and who uses it. */
export const skipped =
  /^(?:\d{1,3}|(?:un)?encrypted|encrypt|encrypt(?:ion)?|clear(?:-?text)?|plain(?:-?text)?|(?:irreversible-)?cipher|simple|hash(?:ed)?|ascii(?:-text)?|hex(?:adecimal)?|text|type|value|format|local|remote|md5|sha(?:-?\d+)*|hmac(?:-[a-z0-9]+)*|cmac(?:-[a-z0-9]+)*|aes(?:[-_]?(?:\d{3}|cbc|ctr|gcm|cmac|c))*|3?des(?:[-_]?(?:\d{2,3}|cbc|ede))*|des-key|cfb\d+(?:-[a-z0-9]+)*|esp|ah|null|none|v[123]c?|read|write|both|size|\d+bit|algorithm(?:-type)?|scrypt|pbkdf2|password-encrypt(?:ion)?|pass-?phrase|eigrp|row|is|[=:])$/i

/** Words of which the next one is skipped too. */
export const skippedWithNext =
  /^(?:level|vrf|use-vrf|address|hostname|host|option|for|key-id|priority|spi|port|timeout)$/i

/** Words after a value that is one of several words. */
export const follower =
  /^(?:role|ro|rw|view|group|privilege|encrypted|pbkdf2|hidden|level(?:-\d)?|timeout|address|hostname|priv|privacy\S*|auth\S*|access|localizedkey|engineid|udp-port|port|accounting|key-?\S*|v[123]c?|acl|transmit-key|secret|password|hash\d?|lifetime|expires?|service-type|mode-list|description|cryptographic-algorithm|description|read-only|read-write|level-\d|next|end|aes|tkip|wildcard|mib-view|secondary|algorithm|user|username|type|[a-z-]+=.*|-.*|[{}[\]();#!|].*)$/i

/** Words after a password, secret or key, with which its settings or an action begin, or another word that names the value. */
export const noValue =
  /^(?:polic\S*|minim\S*|min-\S*|max\S*|length|strength\S*|expir\S*|history|aging|age|complexity\S*|recovery|storage|control|change\S*|reset\S*|lockout|retry|attempts|reuse\S*|prompt\S*|generate|zeroize|chain|pubkey-chain|import|export|exchange|mypubkey|rsa|dsa|ecdsa|pair|provision|management|key-?chain|required?|enabled?|disabled?|only|server|lifetime|length|check\S*|add|delete|members|group|profile|login|default|manager|[{}[\]();]+)$/i
