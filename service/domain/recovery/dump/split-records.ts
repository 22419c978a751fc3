const lineEnd = 0x0a

/** Cuts a stream into its lines, without their ends, in constant memory but for the longest line. */
export async function* splitRecords(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const bytes of stream) {
    let from = 0
    for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, from)) {
      begun.push(bytes.subarray(from, end))
      yield Buffer.concat(begun).toString('utf8')
      begun = []
      from = end + 1
    }
    if (from < bytes.length) begun.push(Buffer.from(bytes.subarray(from)))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8')
}
