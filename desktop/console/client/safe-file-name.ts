/** More is cut: file systems take 255 bytes, and an ending has to fit. */
const longest = 120

/** A name for a file of parts that may be a person's or a device's: no folder, no sign that a system or a shell reads. */
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
