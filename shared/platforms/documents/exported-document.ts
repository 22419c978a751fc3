import type { DocumentTest } from './replay-test.ts'

/** A test in the file of an exported document. */
export interface ExportedTest {
  name: string
  transcript: DocumentTest
}

/** Begins the tests behind the source. The file is a stream of two YAML documents. */
const mark = '---\ncoffer_tests: '

/** Returns the text of a file with the source of a document and its tests. Without tests, it is the source. */
export function joinTests(source: string, tests: readonly ExportedTest[]): string {
  if (tests.length === 0) return source
  return `${source.replace(/\n?$/, '\n')}${mark}${JSON.stringify(tests)}\n`
}

/** Returns the source and the tests of a file; null if its tests cannot be read. The service checks their content. */
export function splitTests(text: string): { source: string; tests: ExportedTest[] } | null {
  const file = text.replaceAll('\r\n', '\n')
  const at = file.lastIndexOf(`\n${mark}`) + 1
  if (at === 0) return { source: text, tests: [] }
  try {
    const tests: unknown = JSON.parse(file.slice(at + mark.length))
    return isList(tests) ? { source: file.slice(0, at), tests } : null
  } catch {
    return null
  }
}

function isList(value: unknown): value is ExportedTest[] {
  return (
    Array.isArray(value) &&
    value.every((one: unknown) => typeof one === 'object' && one !== null && 'name' in one && 'transcript' in one)
  )
}
