const words = /ass(?:word|code|phrase|wd)|secret|\bpin\b|token/i

/** Whether a line asks for a password: it names one and ends as a question. A shell prompt does not. */
export function isSecretQuestion(line: string): boolean {
  return words.test(line) && /[:?]\s*$/.test(line)
}

/** Whether a pattern can be meant for such a question: its text, without escapes, groups and classes, names a password. */
export function namesSecret(pattern: string): boolean {
  return words.test(pattern.replace(/\\[A-Za-z]/g, ' ').replace(/\(\?(?::|<\w+>)|[()[\]?]/g, ''))
}
