import type { BigipWords } from './platform.ts'

/** TMOS output over either transport. */
export const bigipWords: BigipWords = {
  errorPatterns: [
    /^\s*(?:Syntax Error|Data Input Error|Unexpected Error|Error processing request)/m,
    /^\s*01[0-9a-f]{6}:\d:/m, // message numbers of mcpd
    /^-?(?:ba)?sh: .*(?:command not found|Permission denied)/m,
    /^Display all \d+ items\? /m, // shown if the account's preferences could not be overridden
  ],
  permissionErrors: [
    /^\s*01070822:\d:/m, // Access Denied
    /(?:access denied|permission denied|not authorized|may not be used|command authorization failed)/i,
    /Syntax Error:? .*unexpected argument/i,
  ],
  scf: {
    saved: {
      firstLine: /^#TMSH-VERSION: \S+/,
      lastLine: /\}$/,
      requiredLines: [/^(?:sys|net|auth) /],
      metadata: { version: /^#TMSH-VERSION: (?<value>\S+)/, accounts: /^auth user (?<value>\S+) \{/ },
    },
    listed: {
      firstLine: /^(?:#TMSH-VERSION: \S+|[a-z]+ .*\{(?: \})?$)/,
      lastLine: /\}$/,
      // an account of one partition sees only that partition
      wholeAccount: { minLines: 1, requiredLines: [/^(?:sys|net|auth) /] },
      metadata: { accounts: /^auth user (?<value>\S+) \{/ },
    },
  },
  archive: {
    makingMs: 1_800_000, // takes minutes with iApps installed
    maxBytes: 16 * 1024 ** 3,
  },
}
