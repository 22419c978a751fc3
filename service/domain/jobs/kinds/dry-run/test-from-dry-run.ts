import type { DocumentTest, TestedAnswer } from '../../../../../shared/platforms/documents/replay-test.ts'
import type { ReadDryRun } from '../../read-dry-run-report.ts'

type Exchange = ReadDryRun['exchanges'][number]

/**
 * Returns the transcript of the first reading as a test: of each artifact that a backup would store or that is absent, the
 * last answer. Returns null without one. Transcripts whose end is missing are left out.
 */
export function testFromDryRun({ exchanges, artifacts }: ReadDryRun): DocumentTest | null {
  const first = exchanges.filter(({ reading }) => reading <= 1)
  const prompt = promptOf(first)
  const answers = artifacts.flatMap(({ key, outcome, transport }): TestedAnswer[] => {
    const exchange = first.findLast(({ artifact }) => artifact === key)
    if (!exchange || exchange.truncated || outcome === 'refused' || transport !== 'ssh') return []
    return [answerOf(exchange, key, outcome, prompt !== null)]
  })
  return answers.length > 0 ? { prompt, answers } : null
}

/** The line at the cursor when the login ended; null for files, which have no dialogue. */
function promptOf(exchanges: readonly Exchange[]): string | null {
  const login = exchanges.find(({ stage }) => stage === 'login')
  const line = login?.transcript.split('\n').at(-1)?.trim() ?? ''
  return line === '' ? null : line
}

function answerOf(
  { command, transcript, matches }: Exchange,
  artifact: string,
  outcome: 'accepted' | 'absent',
  isDialogue: boolean,
): TestedAnswer {
  const all = transcript.split('\n')
  const echo = isDialogue ? all.slice(0, echoLines).findLastIndex((line) => line.trim().endsWith(command ?? '')) : -1
  const lines = all.slice(echo + 1, isDialogue ? -1 : undefined)
  const secrets = matches.filter(({ rule }) => rule === 'secret').flatMap((match) => match.lines)
  const masked = [...new Set(secrets.map((line) => line - 2 - echo))].filter((at) => at >= 0 && at < lines.length)
  return { artifact, command: command ?? '', outcome, lines, masked }
}

/** Lines in which the echo of a command is searched. */
const echoLines = 3
