import { message } from '../messages/message.ts'
import { messageWords, describeSize } from '../redact/describe-size.ts'
import { createFortiosInspector } from './fortios-text.ts'
import type { ShellArtifact, ShellDescription } from './platform.ts'
import { type ApiFacts, type DeviceOptions, ArtifactUnavailable } from './requests.ts'

/** Content of a text: all values, or those that differ from the defaults. */
export type FortiosForm = 'full-configuration' | 'show'

/** FortiOS over SSH. The pager is a setting of the whole device and is not changed: `| grep .` does not page. */
export const fortiosShell: ShellDescription = {
  driver: 'fortios-shell',
  verbs: 'menu',
  // `FW # `, `FW (root) # `, `FW(Primary) (global) # `; `$` for a read-only profile
  prompt: /^(?<host>(?:\(\w\) )?[-\w.~]+)(?:\(\w+\))?(?: \([^)]{1,64}\))?~? ?(?<end>[#$>])$/,
  promptVaries: /(?:\(\w+\))?(?: \([^)]{1,64}\))?~? ?/,
  promptCut: '~',
  newline: '\n',
  comment: '#',
  errorPatterns: [/^(?:command parse error|value parse error|incomplete command|Command fail)/],
  permissionErrors: [/^Unknown action/], // for commands without permission, and for unknown ones
  refusalLines: 5,
  busy: [],
  pager: { mark: /^--More-- ?$/, answer: ' ', wiped: /^(?:\r +\r)+/, residue: /^--More--/ },
  pressAnyKey: { seen: /\(Press 'a' to accept\):?\s*$/i, answer: 'a' }, // only the key: a newline is wrong
  blocked: {
    seen: /^(?:You are forced to change your password|New Password:)/i,
    code: 'auth_failed',
    advice: message('advice_fortios_new_password'),
  },
  preamble: [],
  syslogLine: /^\*ATTENTION\*: /,
  prepare: [],
  identify: {
    command: 'get system status',
    facts: (answer, options) => statusFacts(answer.toString('latin1'), options),
  },
  artifacts: { 'full-configuration': readingBy('show full-configuration | grep .', 'full-configuration') },
  logout: 'exit',
  advice: {
    privilege_insufficient: message('advice_fortios_super_admin'),
  },
  limits: {
    promptMs: 60_000,
    idleMs: 120_000, // pauses for tens of seconds between virtual domains
    totalMs: 1_200_000, // 90,000 lines at command line speed
    maxBytes: 32 * 1024 * 1024,
    retryMs: 15_000,
  },
}

/** As `fortiosShell`, for a device that takes too long with all defaults. */
export const fortiosBriefShell: ShellDescription = {
  ...fortiosShell,
  artifacts: { 'full-configuration': readingBy('show | grep .', 'show') },
}

/** Returns the option `vdom` of a device; undefined for the whole device, or as much as the account sees. */
export function wantedVdom(options: DeviceOptions): string | undefined {
  const { vdom } = options
  return typeof vdom === 'string' && vdom !== '' ? vdom : undefined
}

function readingBy(command: string, form: FortiosForm): ShellArtifact {
  return {
    commands: [command],
    lastLine: /^end$/,
    requiredLines: [/^#config-version=/],
    required: true,
    inspect({ options, facts }) {
      const inspector = createFortiosInspector(wantedVdom(options))
      const { model, version, serial, ha } = facts
      return {
        ...inspector,
        end() {
          const { metadata, warnings } = inspector.end()
          return { metadata: { form, model, version, serial, ha, ...metadata }, warnings }
        },
      }
    },
  }
}

/**
 * @throws ArtifactUnavailable for another product of the vendor with the same syntax, and for a vdom on a device
 *   without any
 */
function statusFacts(answer: string, options: DeviceOptions): ApiFacts {
  const lines = answer.split('\n').map((line) => line.trim())
  const valueOf = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const refusal = lines.find((line) => /^(?:Unknown action|command parse error|Command fail)/.test(line))
  if (refusal !== undefined) {
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'privilege_insufficient',
      expected: message('expected_status'),
      seen: messageWords(refusal),
      advice: mayAsk,
    })
  }
  if (lines.some((line) => /^% |\b(?:unknown|invalid) (?:command|input)\b/i.test(line))) {
    const advice = message('advice_check_platform')
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'protocol_error',
      expected: message('expected_fortigate'),
      seen: describeSize(answer),
      advice,
    })
  }
  const [, model, version] = /^(\S+) v(\S+)/.exec(valueOf('Version') ?? '') ?? []
  if (model !== undefined && !/^Forti(?:Gate|WiFi|OS|Carrier)/.test(model)) {
    const advice = message('advice_fortigate_only')
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'platform_unsupported',
      expected: message('expected_fortigate'),
      seen: model,
      advice,
    })
  }
  const serial = valueOf('Serial-Number')
  if (model === undefined || version === undefined || serial === undefined) {
    const expected = message('expected_status_with_serial')
    throw new ArtifactUnavailable({ kind: 'failed', code: 'output_truncated', expected, seen: describeSize(answer) })
  }
  const vdoms = valueOf('Virtual domain configuration')
  if (wantedVdom(options) !== undefined && vdoms === 'disable') {
    const advice = message('advice_fortios_without_vdoms')
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'options_invalid',
      expected: message('expected_virtual_domains'),
      seen: vdoms,
      advice,
    })
  }
  return { model, version, serial, ha: valueOf('Current HA mode'), vdom: valueOf('Current virtual domain') }
}

const mayAsk = message('advice_fortios_status')
