import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { type DryRunCuts, dryRunLimits } from '../../shared/agent-protocol/dry-run.ts'
import { BracketCounter } from '../../shared/platforms/balanced-brackets.ts'
import type { TextChecks } from '../../shared/platforms/requests.ts'
import { TextCheck } from '../../shared/platforms/text-check.ts'

/** How the end of a text is recognised. */
export interface TextProof {
  checks: TextChecks
  /** Whether every bracket must be closed. */
  brackets: boolean
}

const kilobyte = 1024

/** A shorter text is cut in this number of parts: it may have less than a kilobyte. */
const fewestParts = 16

/** Of a longer line only both ends are checked, as in `TextCheck`. */
const lineLimit = 64 * 1024

/** Cuts between two turns of the event loop. */
const cutsAtOnce = 64

/**
 * Cuts a text that was accepted at every kilobyte, and counts the cuts that would be accepted too. It ignores cuts that
 * lack only blank lines at the end.
 */
export async function checkCuts(proof: TextProof, text: Buffer): Promise<DryRunCuts> {
  const whole = text.toString('latin1')
  const end = whole.trimEnd().length
  const step = end >= fewestParts * kilobyte ? kilobyte : Math.max(1, Math.floor(end / fewestParts))
  const check = new TextCheck(proof.checks)
  const brackets = new BracketCounter()
  const acceptedAt: number[] = []
  let checked = 0
  let accepted = 0
  let from = 0
  for (let at = step; at < end; at += step) {
    for (let lineEnd = whole.indexOf('\n', from); lineEnd !== -1 && lineEnd < at;) {
      check.addLine(withoutReturn(whole.slice(from, lineEnd)))
      from = lineEnd + 1
      lineEnd = whole.indexOf('\n', from)
    }
    if (proof.brackets) brackets.push(whole.slice(at - step, at))
    checked += 1
    if (isAccepted(check.fork(), whole.slice(from, at)) && (!proof.brackets || brackets.isClosed)) {
      accepted += 1
      if (acceptedAt.length < dryRunLimits.acceptedCuts) acceptedAt.push(at)
    }
    if (checked % cutsAtOnce === 0) await yieldToOthers()
  }
  return { step_bytes: step, checked, accepted, accepted_at: acceptedAt }
}

/** @param rest the line that is cut */
function isAccepted(check: TextCheck, rest: string): boolean {
  if (rest !== '')
    check.addLine(rest.length > lineLimit ? rest.slice(0, lineLimit / 2) + rest.slice(-lineLimit / 2) : rest)
  return check.end().lacks === undefined
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
