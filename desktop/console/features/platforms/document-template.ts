/** Initial text of a new document. It is valid, and its pattern matches most prompts. */
export const documentTemplate = `coffer: 1
id: my_platform
name: My platform
vendor: Vendor
evidence: { level: modelled }
verbs: menu
ssh:
  prompt: { host: '[\\w.@()/:~\\[\\] -]+', privileged: '#', user: '>' }
artifacts:
  running-config:
    commands: [show running-config, show configuration, show config]
    min_lines: 5
`
