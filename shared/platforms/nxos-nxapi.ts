import { message } from '../messages/message.ts'
import { knownWords } from '../redact/describe-size.ts'
import { asList, memberAt, readJson } from './read-json.ts'
import {
  type ApiRequest,
  type HelloRequest,
  ArtifactUnavailable,
  type RequestsDescription,
  takeWhole,
  type TextChecks,
  type TextRequest,
  type TextExtractor,
} from './requests.ts'

/** The two dialects at one address, selected by the content type of the request. */
type Dialect = 'ins_api' | 'json-rpc'

/** Advice for a restricted account: 9.3 rejects network-operator (measured), despite its name. */
export const nxosRights = message('advice_nxos_rights')

/** NX-OS over NX-API (developer.cisco.com/docs/nx-os, "NX-API CLI"), with the commands of the command line. */
export const nxapi: RequestsDescription = {
  driver: 'requests',
  port: 443,
  login: 'nxapi-cookie',
  identify: () => [greeting('ins_api'), greeting('json-rpc')],
  artifacts: {
    'running-config': {
      required: true,
      requests: ({ facts }) => showing('show running-config', facts['dialect'], config),
    },
    'startup-config': {
      requests: ({ facts }) => showing('show startup-config', facts['dialect'], config, neverSaved),
    },
    version: {
      requests: ({ facts }) => showing('show version', facts['dialect'], { requiredLines: [/NX-OS/, /\bversion\b/] }),
    },
  },
  advice: {
    protocol_error: message('advice_nxos_nxapi'),
    privilege_insufficient: nxosRights,
  },
  limits: { idleMs: 120_000, totalMs: 300_000, maxBytes: 16 * 1024 * 1024, busyMs: 60_000, retryMs: 10_000 },
}

/** No last line marks the end: the JSON around the text shows whether it is complete. */
const config: TextChecks = { wholeAccount: { minLines: 20, requiredLines: [/^version /, /^(?:hostname|switchname) /] } }

/** Output of a switch whose configuration was never saved. */
export const neverSaved = /no startup.?config|startup-config (?:file )?(?:is )?not (?:found|present)/i

function greeting(dialect: Dialect): HelloRequest {
  const command = 'show hostname'
  return {
    ...post(dialect, command),
    facts: (body, status) => ({ dialect, hostname: replyIn(dialect, body, status, command).text.trim() }),
  }
}

/** @param absence the switch's output for a text that it legitimately does not have */
function showing(command: string, dialect: unknown, checks: TextChecks, absence?: RegExp): TextRequest[] {
  if (dialect === 'json-rpc') {
    const take = (status: number) =>
      takeWhole((body) => bytesOf(present(() => replyIn('json-rpc', body, status, command).text, absence)))
    return [{ ...post('json-rpc', command), extract: take, checks }]
  }
  const whole = (status: number) =>
    takeWhole((body) => bytesOf(present(() => replyIn('ins_api', body, status, command).text, absence)))
  return [
    { ...post('ins_api', command), extract: whole, checks },
    // a text too large for one response is rejected, and read in parts
    { ...post('ins_api', command, first), extract: inParts(command), checks },
  ]
}

interface Part {
  chunk: '0' | '1'
  sid: string
}

const single: Part = { chunk: '0', sid: 'sid' }
const first: Part = { chunk: '1', sid: 'sid' }

function post(dialect: Dialect, command: string, { chunk, sid }: Part = single): ApiRequest {
  // Some releases read the members in order, and a command may contain the word `type`: this order is known to work.
  // Pipes and semicolons are rejected or split the command.
  const insApi = { version: '1.0', type: 'cli_show_ascii', chunk, sid, input: command, output_format: 'json' }
  const isInsApi = dialect === 'ins_api'
  const body = isInsApi
    ? { ins_api: insApi }
    : [{ jsonrpc: '2.0', method: 'cli_ascii', params: { cmd: command, version: 1 }, id: 1 }]
  return {
    method: 'POST',
    path: '/ins',
    headers: { 'content-type': isInsApi ? 'application/json' : 'application/json-rpc' },
    body: JSON.stringify(body),
    repeatable: true,
    reads: [400, 500], // the command's own error, as JSON
  }
}

/** Each response names the next one by `sid`, and the last by `eoc`. */
function inParts(command: string): () => TextExtractor {
  let parts = 0
  return () => {
    let sid: string | undefined
    const extractor = takeWhole((body) => {
      const reply = replyIn('ins_api', body, 200, command)
      sid = reply.sid
      parts += 1
      const text = parts === 1 ? reply.text.replace(/^\n+/, '') : reply.text
      return Buffer.from(isLast() ? `${text.trimEnd()}\n` : text)
    })
    const isLast = () => sid === undefined || sid === 'eoc'
    return {
      ...extractor,
      next: () => (isLast() ? undefined : post('ins_api', command, { chunk: '1', sid: sid ?? '' })),
    }
  }
}

/** @throws ArtifactUnavailable with the absence, for output, or no output, that means it */
function present(readText: () => string, absence: RegExp | undefined): string {
  try {
    const text = readText()
    if (absence && (text.trim() === '' || (text.length < 500 && absence.test(text)))) {
      throw new ArtifactUnavailable({
        kind: 'absent',
        reason:
          text.trim() === ''
            ? message('artifact_empty')
            : message('artifact_not_on_device', { seen: knownWords(text, [absence]) }),
      })
    }
    return text
  } catch (error) {
    if (
      !absence ||
      !(error instanceof ArtifactUnavailable) ||
      error.why.kind === 'absent' ||
      !absence.test(error.why.seen)
    )
      throw error
    throw new ArtifactUnavailable({
      kind: 'absent',
      reason: message('artifact_not_on_device', { seen: error.why.seen }),
    })
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(`${text.replace(/^\n+/, '').trimEnd()}\n`)
}

/**
 * Returns the output of the command.
 * @throws ArtifactUnavailable for an error, another dialect or another command
 */
function replyIn(dialect: Dialect, body: Buffer, status: number, command: string): { text: string; sid?: string } {
  const answer = readJson(body)
  const reply = dialect === 'ins_api' ? insApiText(answer, command) : jsonRpcText(answer)
  if (reply === undefined) {
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'command_refused',
      expected: message('expected_answer_in_dialect', { dialect }),
      seen: `${status}`,
    })
  }
  return { ...reply, text: reply.text.replace(/\r+\n/g, '\n') }
}

function insApiText(answer: unknown, command: string): { text: string; sid?: string } | undefined {
  const [output] = asList(memberAt(answer, 'ins_api', 'outputs', 'output'))
  if (output === undefined) return undefined
  const { input, code, msg, clierror, body } = output as Record<string, unknown>
  if (String(code) !== '200') throw refused(String(clierror ?? msg ?? code))
  if (typeof input === 'string' && input.trim() !== command) {
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'protocol_error',
      expected: message('expected_answer_to_command', { command }),
      seen: 'one to another command',
    })
  }
  const sid = memberAt(answer, 'ins_api', 'sid')
  return { text: typeof body === 'string' ? body : '', sid: typeof sid === 'string' ? sid : undefined }
}

function jsonRpcText(answer: unknown): { text: string } | undefined {
  const [reply] = asList(answer)
  const error = memberAt(reply, 'error')
  if (error !== undefined) {
    throw refused([memberAt(error, 'message'), memberAt(error, 'data', 'msg')].filter(Boolean).join(': '))
  }
  if (memberAt(reply, 'jsonrpc') === undefined) return undefined
  const text = memberAt(reply, 'result', 'msg')
  return { text: typeof text === 'string' ? text : '' }
}

function refused(output: string): ArtifactUnavailable {
  const isDenied = /permission denied|not authorized|authorization failed/i.test(output)
  const code = isDenied ? 'privilege_insufficient' : 'command_refused'
  return new ArtifactUnavailable({
    kind: 'failed',
    code,
    expected: message('expected_answer'),
    seen: output.trim().slice(0, 200),
  })
}
