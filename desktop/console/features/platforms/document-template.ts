/** Where a new document begins: it is correct, and most prompts match. */
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
