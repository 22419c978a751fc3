import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { parse } from 'vue/compiler-sfc'
import ts from 'typescript'

const room = path.join(import.meta.dirname, '../../../../desktop/console')

interface TemplateNode {
  type: number
  props?: { type: number; name: string; arg?: { content?: string }; exp?: { content?: string } }[]
  children?: TemplateNode[]
}

describe('the tooltips of the console', () => {
  it('show input of devices and users with visible characters only', () => {
    const files = fs.readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.vue'))

    const raw = files.flatMap((file) => {
      const { descriptor } = parse(fs.readFileSync(path.join(room, file), 'utf8'), { filename: file })
      const titles = titlesIn(descriptor.template?.ast as TemplateNode | undefined)
      return titles.filter((title) => saysRaw(title)).map((title) => `${file}: hint(${title})`)
    })

    expect(raw).to.deep.equal([])
  })

  it('are recognised as raw or safe by their expression', () => {
    const made = [
      "t('x', { name: row.name })",
      'hint(row.name)',
      "`${t('a')} (${hint(b.c)})`",
      'label',
      "a ? t('b') : label",
    ]
    expect(made.filter(saysRaw)).to.deep.equal([])
    expect(['row.name', '`${row.name}`', 'wordsOf(row)', "a ? row.b : t('c')"].filter((one) => !saysRaw(one))).to.deep.equal([]) // prettier-ignore
  })
})

/** Headings, which the components of ui/ show as text of a device. */
const headed = ['PageHeader', 'EditPage', 'CardSection', 'UiDialog', 'ConfirmPhrase', 'EmptyState', 'DialogLayer']

function titlesIn(node: (TemplateNode & { tag?: string }) | undefined): string[] {
  if (!node) return []
  const own = (node.props ?? []).filter(
    ({ type, name, arg }) => type === 7 && name === 'bind' && arg?.content === 'title',
  )
  const titles = headed.includes(node.tag ?? '') ? [] : own.flatMap(({ exp }) => exp?.content ?? [])
  return [...titles, ...(node.children ?? []).flatMap(titlesIn)]
}

/** Whether something goes into the text that is neither one of our words nor made visible. */
function saysRaw(expression: string): boolean {
  const source = ts.createSourceFile('title.ts', `(${expression})`, ts.ScriptTarget.Latest, true)
  const [statement] = source.statements
  return !statement || !ts.isExpressionStatement(statement) || isRaw(statement.expression)
}

function isRaw(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isRaw(node.expression)
  if (ts.isConditionalExpression(node)) return isRaw(node.whenTrue) || isRaw(node.whenFalse)
  if (ts.isBinaryExpression(node)) return isRaw(node.left) || isRaw(node.right)
  if (ts.isTemplateExpression(node)) return node.templateSpans.some((span) => isRaw(span.expression))
  if (ts.isCallExpression(node))
    return !/^(t[A-Z]?\w*|ui|users|person|role|of|hint|number|\w+Name|tellOf)$/.test(node.expression.getText())
  return !ts.isIdentifier(node) && !ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)
}
