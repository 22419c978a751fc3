import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { i18n } from '../../../../../desktop/console/language/i18n.ts'
import { fieldsFr } from '../../../../../desktop/console/ui/said/fields-fr.ts'
import { importFr } from '../../../../../desktop/console/ui/said/import-fr.ts'
import { loadServiceTexts, serviceText, translated } from '../../../../../desktop/console/ui/said/service-text.ts'

const root = path.join(import.meta.dirname, '../../../../..')
const books = { fieldsFr, importFr }

/** What agents, operators of the service and programs are told; nobody reads it in the console. */
const notForPeople = [
  /^service\/http\/(agent-exchange|app|check-query)\.ts$/,
  /^service\/http\/routes\/(agent-protocol|packs)\.ts$/,
  /^service\/domain\/agents\/(challenge|enroll|open-session)\.ts$/,
  /^service\/domain\/jobs\/(append-log|commit-result|decide-end|examine-artifacts|examining|heartbeat|judge-fingerprints|lease-standing|read-report)\.ts$/,
  /^service\/domain\/repository\/(announce-packs|pack-address|receive-pack)\.ts$/,
  /^service\/domain\/restore\/(decide-restore-end|read-payload)\.ts$/,
  /^service\/commands\//,
]

describe('what the service says, in French', () => {
  before(async () => {
    await loadServiceTexts()
    i18n.global.locale.value = 'fr'
  })
  after(() => (i18n.global.locale.value = 'en'))

  it('has words for each refused field that the service can answer a person', () => {
    const all = [...sourcesOf('service'), ...sourcesOf('shared/search')].flatMap(sentencesIn)
    const sentences = all.filter((sentence) => /[a-z]{2}/.test(sentence)) // the rest is made of what is said elsewhere

    expect(sentences.length).to.be.above(0)
    expect([...new Set(sentences)].filter((sentence) => translated(sentence) === undefined)).to.deep.equal([])
  })

  it('fills each sentence with what the service filled it with', () => {
    const wrong = Object.entries(books).flatMap(([book, phrases]) =>
      Object.entries(phrases).flatMap(([english, french]) => {
        const left = namesIn(french).filter((name) => !namesIn(english).includes(name))
        return left.map((name) => `${book}: {${name}} of ${french}`)
      }),
    )

    expect(wrong).to.deep.equal([])
    expect(
      serviceText('3 new devices have no schedule: Coffer backs them up only when a user starts a backup'),
    ).to.match(/^3 nouveaux équipements n’ont pas de planification/)
    expect(serviceText('retention is not set: it needs retention:write')).to.equal(
      'retention n’est pas repris\u00a0: il faut la permission retention:write',
    )
  })

  it('reads several at once, each with its field', () => {
    expect(serviceText('hostname and platform: required for a new device; name: it has none in NetBox')).to.equal(
      'hostname et platform\u00a0: requis pour un nouvel équipement\u00a0; name\u00a0: il n’en a pas dans NetBox',
    )
    expect(serviceText('name: something new; name: it has none in NetBox')).to.equal(
      'name: something new\u00a0; name\u00a0: il n’en a pas dans NetBox',
    )
  })

  it('leaves what it has no words for, and everything in English', () => {
    expect(serviceText('something new')).to.equal('something new')
    expect(translated('something new')).to.equal(undefined)
    i18n.global.locale.value = 'en'
    expect(serviceText('required for a new device')).to.equal('required for a new device')
    i18n.global.locale.value = 'fr'
  })
})

function sourcesOf(room: string): string[] {
  return fs
    .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${room}/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => !notForPeople.some((pattern) => pattern.test(file)))
}

/** The sentences that a source makes refusals of, filled with `x1`; those that it is handed are looked at where they are made. */
function sentencesIn(file: string): string[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  if (!/refus|conflict|incoherent|Refusal|reject/.test(text)) return []
  const found: string[] = []
  const walk = (node: ts.Node) => {
    found.push(...refusedBy(node))
    ts.forEachChild(node, walk)
  }
  walk(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

function refusedBy(node: ts.Node): string[] {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'message') return textsOf(node.initializer)
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return []
  const [first, , third] = node.arguments ?? []
  switch (node.expression.getText()) {
    case 'conflict':
    case 'incoherent':
      return textsOf(first)
    case 'reject':
      return textsOf(first)
    case 'Refusal':
      return textsOf(third)
    default:
      return []
  }
}

/** All that an expression can be, where it is written there. */
function textsOf(node: ts.Expression | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (!ts.isTemplateExpression(node)) return []
  return node.templateSpans.reduce(
    (heads, { expression, literal }) => {
      const values = textsOf(expression)
      const filled = values.length > 0 ? values : ['x1']
      return heads.flatMap((head) => filled.map((value) => head + value + literal.text))
    },
    [node.head.text],
  )
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
