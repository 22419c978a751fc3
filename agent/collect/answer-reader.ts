/** Takes an answer as it comes. */
export interface AnswerReader {
  /** Lines without their ends, as latin1. Waits while there is no room for more. */
  push(lines: readonly string[]): Promise<void>
  /**
   * Asked of an answer that ended in a prompt: when it says yes, one newline finds out whether that prompt was one, or a
   * line of the answer that looks like it; then more may be pushed.
   */
  isCut(): Promise<boolean>
}

/** Takes an answer that is kept. */
export interface TextReader extends AnswerReader {
  /** Whether a whole answer has a last line of its own: what comes behind it is no part of it. */
  readonly knowsEnd: boolean
  /** Something else came into the answer: `seen`, in words that quote nothing of it. */
  disturb(seen: string): void
}

/** For answers that are short. */
export function gatheringReader(isCut: (body: string) => boolean = () => false) {
  let body = ''
  return {
    push(lines: readonly string[]) {
      for (const line of lines) body += `${line}\n`
      return Promise.resolve()
    },
    isCut: () => Promise.resolve(isCut(body)),
    body: () => body,
  }
}
