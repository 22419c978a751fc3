/** A Junos configuration as a tree of statements, and its output formats. */
interface Statement {
  /** `host-name r1`, `unit 0`, `members [ a b ]`: single words, a list as one. */
  words: string[]
  /** The prefixes `inactive: ` and `protect: `. */
  marks: ('inactive' | 'protect')[]
  /** Comments before it, unchanged. */
  comments: string[]
  /** Of a statement with braces; undefined for a leaf. */
  children?: Statement[]
}

interface JunosSyntaxError {
  line: number
  column: number
  near: string
}

/** What an account may see. */
export interface JunosView {
  /** Whether it has the permission `secret`. */
  secret: boolean
  /** Top-level statements whose content is denied. */
  denied: readonly string[]
  /** `display omit`: also hides what `apply-flags omit` marks. */
  omit: boolean
}

export const wholeView: JunosView = { secret: true, denied: [], omit: true }

/** Parses the form with braces. Stops at the first error, as a device does. */
export function parseJunos(text: string): { statements: Statement[]; error?: JunosSyntaxError } {
  const tokens = [...text.matchAll(/\/\*[\s\S]*?\*\/|#[^\n]*|"(?:\\[\s\S]|[^"\\])*"|[{};[\]]|[^\s{};[\]"#]+/g)]
  const statements: Statement[] = []
  const open: Statement[][] = [statements]
  let words: string[] = []
  let comments: string[] = []
  let list: string[] | undefined
  const errorAt = (index: number, near: string) => {
    const before = text.slice(0, index).split('\n')
    return { statements, error: { line: before.length, column: (before.at(-1) ?? '').length + 1, near } }
  }
  const take = (): Statement => {
    const marks: Statement['marks'] = []
    while (words[0] === 'inactive:' || words[0] === 'protect:')
      marks.push(words.shift() === 'inactive:' ? 'inactive' : 'protect')
    const statement = { words, marks, comments }
    words = []
    comments = []
    open.at(-1)?.push(statement)
    return statement
  }
  for (const { 0: token, index } of tokens) {
    if (token.startsWith('#')) continue
    if (token.startsWith('/*')) {
      if (words.length === 0) comments.push(token)
      else words.push(token) // a hidden value, which cannot be loaded
      continue
    }
    if (list && token === ']') {
      words.push(`[ ${list.join(' ')} ]`)
      list = undefined
    } else if (list) list.push(token)
    else if (token === '[') list = []
    else if (token === '{') {
      if (words.length === 0) return errorAt(index, token)
      const statement = take()
      statement.children = []
      open.push(statement.children)
    } else if (token === '}') {
      if (words.length > 0 || open.length === 1) return errorAt(index, token)
      comments = []
      open.pop()
    } else if (token === ';') {
      if (words.length > 0) take()
    } else words.push(token)
  }
  if (words.length > 0 || open.length > 1 || list) return errorAt(text.length, 'end of file')
  return { statements }
}

/** Formats statements with braces, as `show configuration` does, without its first line. */
export function asConf(statements: readonly Statement[], view: JunosView, depth = 0): string {
  const indent = '    '.repeat(depth)
  return statements
    .map((statement) => {
      const name = statement.marks.map((mark) => `${mark}: `).join('') + shownWords(statement, view).join(' ')
      const comments = statement.comments.map((comment) => `${indent}${comment}\n`).join('')
      const hidden = hiddenAs(statement, view, depth)
      if (hidden) return `${comments}${indent}${name} { /* ${hidden} */ };\n`
      if (statement.children)
        return `${comments}${indent}${name} {\n${asConf(statement.children, view, depth + 1)}${indent}}\n`
      return `${comments}${indent}${name};${isSecret(statement) ? ' ## SECRET-DATA' : ''}\n`
    })
    .join('')
}

/** Formats one line per leaf. Omits comments, and silently what the account may not see. */
export function asSet(statements: readonly Statement[], view: JunosView, above: readonly string[] = []): string {
  return statements
    .map((statement) => {
      if (hiddenAs(statement, view, above.length)) return ''
      const words = shownWords(statement, view)
      const marks = statement.marks.map((mark) => `${mark === 'inactive' ? 'deactivate' : 'protect'} `)
      const path = (last: readonly string[]) => [...above, ...last].join(' ')
      const after = marks.map((mark) => `${mark}${path(words)}\n`).join('')
      if (statement.children && statement.children.length > 0)
        return asSet(statement.children, view, [...above, ...words]) + after
      const list = /^\[ (.*) \]$/.exec(words.at(-1) ?? '')?.[1]?.split(' ')
      const lines = list ? list.map((entry) => path([...words.slice(0, -1), entry])) : [path(words)]
      return lines.map((line) => `set ${line}\n`).join('') + after
    })
    .join('')
}

/**
 * Returns the content of `<configuration>`. The elements are guessed from the words, because the model has no schema: a
 * word that can be an element name becomes one, the next is its `<name>`.
 */
export function asXml(statements: readonly Statement[], view: JunosView, depth: number): string {
  const indent = '    '.repeat(depth)
  return statements
    .map((statement) => {
      if (hiddenAs(statement, view, depth === 1 ? 0 : 1)) return ''
      const [first = '', ...rest] = shownWords(statement, view)
      const isName = /^[A-Za-z_][\w.-]*$/.test(first)
      const tag = isName ? first : 'name'
      const values = (isName ? rest : [first, ...rest]).map((word) => escaped(word.replace(/^"|"$/g, '')))
      const inactive = statement.marks.includes('inactive') ? ' inactive="inactive"' : ''
      const comments = statement.comments.map(
        (comment) => `${indent}<junos:comment>${escaped(comment)}</junos:comment>\n`,
      )
      const content = statement.children
        ? `\n${values.map((value) => `${indent}    <name>${value}</name>\n`).join('')}${asXml(statement.children, view, depth + 1)}${indent}`
        : values.join(' ')
      const element = content === '' ? `<${tag}${inactive}/>` : `<${tag}${inactive}>${content}</${tag}>`
      return `${comments.join('')}${indent}${element}\n`
    })
    .join('')
}

/** XML 1.0 §2.4; a device escapes the text between tags. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function hiddenAs(statement: Statement, view: JunosView, depth: number): string | undefined {
  if (depth === 0 && view.denied.includes(statement.words[0] ?? '')) return 'ACCESS-DENIED'
  const isOmitted = statement.children?.some(({ words }) => words.join(' ') === 'apply-flags omit')
  return isOmitted && !view.omit ? 'OMITTED' : undefined
}

function shownWords(statement: Statement, view: JunosView): string[] {
  if (view.secret || !isSecret(statement)) return statement.words
  return [...statement.words.slice(0, -1), '/* SECRET-DATA */']
}

function isSecret({ words, children }: Statement): boolean {
  if (children) return false
  return /^"\$\d\$/.test(words.at(-1) ?? '') || /^(?:encrypted-password|ssh-rsa|secret)$/.test(words.at(-2) ?? '')
}
