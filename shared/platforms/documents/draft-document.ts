/** What a user names before a device is explored. */
export interface DraftNames {
  id: string
  name: string
  vendor: string
}

/** Returns the source of a first draft. It is valid, and its pattern matches most prompts. */
export function draftDocument({ id, name, vendor }: DraftNames): string {
  return `coffer: 1
id: ${id}
name: ${quoted(name)}
vendor: ${quoted(vendor)}
evidence: { level: modelled }
verbs: menu
ssh:
  prompt: { host: '[\\w.@()/:~\\[\\] -]+', privileged: '#', user: '>' }
artifacts:
  running-config:
    commands: [show running-config, show configuration, show config]
    min_lines: 5
`
}

function quoted(text: string): string {
  return /^[A-Za-z][\w. -]*[\w.]$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text)
    ? text
    : `'${text.replaceAll("'", "''")}'`
}
