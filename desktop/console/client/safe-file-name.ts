/** Maximum length: file systems limit names to 255 bytes, including a suffix. */
const longest = 120

/**
 * Returns a file name from parts that a user or device may have set: no folders, no characters that a system or shell
 * interprets.
 */
export function safeFileName(...parts: string[]): string {
  const plain = parts
    .map((part) =>
      part
        .normalize('NFC')
        .replace(/[^\p{L}\p{N}._@]+/gu, '-')
        .replace(/^[.-]+|[.-]+$/g, ''),
    )
    .filter((part) => part !== '')
    .join('_')
  const ending = /\.(?:tar\.)?\w{1,8}$/.exec(plain)?.[0] ?? ''
  return plain.slice(0, plain.length - ending.length).slice(0, longest) + ending
}
