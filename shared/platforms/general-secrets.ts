/**
 * Secrets that have the same form on many platforms. They are masked for readers without permission in addition to those
 * that the platform names.
 */
export const generalSecrets: readonly RegExp[] = [
  /:\/\/[^\s/@:]+:([^\s/@]+)@/, // user and password before the host of a URL
  /"[\w.:-]{0,64}(?:passw(?:or)?d|passphrase|secret|psk|token|api-?key|community(?:-?string)?|pre-?shared-?key)[\w.-]{0,64}"\s*:\s*"([^"]+)"/i,
  /<(?:[\w.-]{1,64}:)?[\w.-]{0,64}(?:passw(?:or)?d|passphrase|secret|psk|phash|private-?key|pre-?shared-?key)[\w.-]{0,64}(?: [^<>]*)?>([^<]+)</i,
  /\b(?:authorization: *)?bearer ([\w.~+/-]{8,}=*)/i,
  /^\s+key (?!\d{1,3}$)([^\s;]+)$/, // of a RADIUS or TACACS+ server, in clear text
  /\bpre-shared-key (?:local|remote) (?:\d (?=\S))?(\S+)/i,
  /\bpre-shared-key (?:address|hostname) \S+(?: [\d.]+)? key (?:\d (?=\S))?(\S+)/i,
  /\b(?:set-key|psk|passphrase) (?:ascii|hex) (?:\d (?=\S))?(\S+)/i,
  /\b(?:password|secret) 0 (.+?)(?= secret \d |$)/i, // in clear text, with blanks
]
