import { message } from '../messages/message.ts'
import { optional, type ShellDescription } from './platform.ts'
import { takePanosElement, type WantedElement } from './panos-answer.ts'
import { createPanosCurlyInspector } from './panos-curly.ts'
import { readPanosSystem, readPanosSystemText } from './panos-system.ts'
import { createPanosInspector, shownFacts } from './panos-text.ts'
import { panosSystem, vsysIn, wantedVsys, wholeConfiguration } from './panos-expected.ts'
import { ArtifactUnavailable, type RequestContext, type TextInspector, type TextExtractor } from './requests.ts'

/**
 * The command line of a PAN-OS firewall. Before `scripting-mode` is on, it redraws the line at each typed blank
 * (threads of ktbyers/netmiko: 719, 1294, 1562), so a prompt counts only after the whole command. The configuration
 * mode, whose `show` returns the candidate, is never entered.
 */
export const panosShell: ShellDescription = {
  driver: 'shell',
  verbs: 'junos',
  // `admin@PA-VM> `, `admin@PA-VM(active)> `: the HA state may change at any time. Accounts of a directory have their
  // domain: `corp\admin@PA-VM> `, `admin@corp.example@PA-VM> `
  prompt: /^(?<host>[\w.\\@+-]{1,128}@[\w.-]{1,64})(?:\([\w-]+\))?(?<end>>)$/,
  promptVaries: /(?:\([\w-]+\))?/,
  newline: '\n',
  comment: '#',
  errorPatterns: [/^Validation Error:/i, /^Command not allowed/i],
  permissionErrors: [/^Unknown command:/i, /^Invalid syntax\./i], // a command without permission counts as unknown
  refusalLines: 5,
  busy: [/^Server error\s*:/i], // the management server is restarting, or a commit is running
  pager: {
    mark: /^(?:lines \d+-\d+(?: \S+)?|--more--)\s*$/i,
    answer: ' ',
    wiped: /^(?:\r *\r)+/,
    residue: /^\s*(?:lines \d+-\d+(?: \S+)?|--more--)\s*$/i,
  },
  preamble: [],
  syslogLine: /^(?:Message from syslogd@|Broadcast message from )/i,
  prepare: [
    optional('set cli scripting-mode on'),
    optional('set cli pager off'),
    optional('set cli terminal width 500'),
    optional('set cli op-command-xml-output on'),
  ],
  identify: {
    command: 'show system info',
    facts(answer) {
      if (!isXml(answer)) return readPanosSystemText(answer.toString('latin1'), 'firewall')
      const extractor = takePanosElement(panosSystem)
      return readPanosSystem(Buffer.concat([extractor.push(answer), extractor.end()]), 'firewall')
    },
  },
  artifacts: {
    'running-config': {
      commands: ['show config running'],
      lastLine: /<\/(?:response|config)>$|^\}$/,
      extract: take,
      inspect,
      required: true,
    },
  },
  advice: {
    privilege_insufficient: message('advice_panos_superuser'),
    device_busy: message('advice_panos_busy'),
    protocol_error: message('advice_panos_firewall'),
  },
  logout: 'exit',
  limits: {
    promptMs: 90_000, // the management plane is slow to respond
    idleMs: 120_000,
    totalMs: 900_000,
    maxBytes: 128 * 1024 * 1024,
    retryMs: 15_000,
  },
}

function take(context: RequestContext): TextExtractor {
  const vsys = vsysIn(context.options['vsys'], context.facts)
  let head = ''
  let extractor: TextExtractor | undefined

  function push(piece: Buffer): Buffer {
    if (extractor) return extractor.push(piece)
    head += piece.toString('latin1')
    // detected by the first element: the configuration itself if a release does not wrap it
    if (/^\s*(?:<\?[^>]*>\s*)?(?:<[^?>][^>]*>|[^<\s])/.test(head)) return begin()
    return Buffer.alloc(0)
  }

  function begin(): Buffer {
    extractor = isXml(Buffer.from(head, 'latin1')) ? takePanosElement(wantedIn(head, vsys)) : asItIs
    if (extractor === asItIs && vsys !== undefined) throw noCurlyVsys(vsys)
    return extractor.push(Buffer.from(head, 'latin1'))
  }

  return {
    push,
    end() {
      const first = extractor ? Buffer.alloc(0) : begin()
      return Buffer.concat([first, extractor?.end() ?? Buffer.alloc(0)])
    },
  }
}

const asItIs: TextExtractor = { push: (piece) => piece, end: () => Buffer.alloc(0) }

function wantedIn(head: string, vsys: string | undefined): WantedElement {
  const outer = /^\s*(?:<\?[^>]*>\s*)?<config[\s>]/.test(head) ? [] : ['response', 'result']
  const path = [...outer, 'config']
  return vsys === undefined
    ? { ...wholeConfiguration, path }
    : wantedVsys(vsys, [...path, 'devices', 'entry', 'vsys', 'entry'])
}

/** Selects the inspector by the form of the text. */
function inspect({ options, facts }: RequestContext): TextInspector {
  const vsys = vsysIn(options['vsys'], facts)
  let inspector: TextInspector | undefined
  return {
    push(piece) {
      inspector ??= isXml(piece)
        ? createPanosInspector({ product: 'firewall', isCandidate: false, vsys, facts })
        : createPanosCurlyInspector(shownFacts(facts))
      inspector.push(piece)
    },
    end: () => inspector?.end() ?? { metadata: {}, warnings: [] },
  }
}

function isXml(answer: Uint8Array): boolean {
  return /^\s*</.test(Buffer.from(answer.buffer, answer.byteOffset, Math.min(answer.length, 100)).toString('latin1'))
}

function noCurlyVsys(vsys: string): ArtifactUnavailable {
  const expected = message('expected_virtual_system_in_xml', { vsys })
  const advice = message('advice_panos_vsys_over_api')
  return new ArtifactUnavailable({
    kind: 'failed',
    code: 'options_invalid',
    expected,
    seen: 'a text in braces',
    advice,
  })
}
