const punctuation = /^(?:|[!#]+|exit|exit-\S+|next|end|quit|return|[\])}<>;,]+|<\/[^>]*>)$/i

/** Returns whether a line has no meaning alone: a comment without words, or the end of a block. */
export function isPunctuation(line: string): boolean {
  return punctuation.test(line)
}
