/** Usual declared differences, which a user can change. */
export const pairPresets = [
  { key: 'hostname', pattern: String.raw`\b(?:hostname|host-name|sysname) (\S+)` },
  { key: 'ipv4', pattern: String.raw`\b(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})\b` },
  { key: 'mac', pattern: String.raw`\b([0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}|[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5})\b` },
  { key: 'priority', pattern: String.raw`\bpriority (\d+)` },
  { key: 'description', pattern: String.raw`^\s*(?:set )?description ` },
] as const
