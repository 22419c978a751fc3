import { seeded } from '../support/random.ts'

/** A pair of texts to compare, and its name in the tables. */
export interface TextPair {
  name: string
  before: string
  after: string
}

/**
 * Returns six pairs that distinguish line diffs: `cfg` an IOS-like configuration with 2 % of its lines changed; `xml`
 * one element a line, few distinct; `rep` mostly repeated lines; `shuf` the same lines in another order; `diff` nothing
 * in common; `rand` random lines out of four. The same in every run.
 */
export function makeTextPairs(sizeBytes: number): TextPair[] {
  const random = seeded(20_240_229)
  const pick = (count: number) => Math.floor(random() * count)
  const cfg = linesUpTo(sizeBytes, (at) => configurationLine(at, pick))
  const xml = linesUpTo(sizeBytes, (at) => xmlLine(at, pick))
  const rep = linesUpTo(sizeBytes, () => (pick(20) ? ['exit', '!', 'next'][pick(3)]! : ` vlan ${pick(302)}`))
  const shuf = linesUpTo(sizeBytes, (at) => `access-list 100 permit ip host ${at.toString(16).padStart(8, '0')}`)
  const other = linesUpTo(sizeBytes, (at) => `only-before ${at} ${pick(1e9)}`)
  const another = linesUpTo(sizeBytes, (at) => `only-after ${at} ${pick(1e9)}`)
  const rand = () => linesUpTo(sizeBytes, () => ['aaa', 'bbb', 'ccc', 'ddd'][pick(4)]!)
  return [
    pair(
      'cfg',
      cfg,
      edit(cfg, 0.02, pick, (at) => ` description changed ${at}`),
    ),
    pair(
      'xml',
      xml,
      edit(xml, 0.02, pick, (at) => xmlLine(at, pick)),
    ),
    pair(
      'rep',
      rep,
      edit(rep, 0.02, pick, () => ['exit', '!', 'next'][pick(3)]!),
    ),
    pair('shuf', shuf, shuffle(shuf, pick)),
    pair('diff', other, another),
    pair('rand', rand(), rand()),
  ]
}

type Pick = (count: number) => number

function pair(name: string, before: string[], after: string[]): TextPair {
  return { name, before: before.join('\n') + '\n', after: after.join('\n') + '\n' }
}

function linesUpTo(sizeBytes: number, line: (at: number) => string): string[] {
  const lines: string[] = []
  for (let size = 0; ;) {
    const next = line(lines.length)
    size += next.length + 1
    if (size > sizeBytes) return lines
    lines.push(next)
  }
}

function configurationLine(at: number, pick: Pick): string {
  switch (at % 9) {
    case 0:
      return `interface GigabitEthernet${Math.floor(at / 9)}`
    case 1:
      return ` description link to site ${pick(50_000)}`
    case 2:
      return ` ip address 10.${pick(256)}.${pick(256)}.1 255.255.255.0`
    case 3:
      return ' no ip redirects'
    case 4:
      return ` switchport access vlan ${pick(4_094)}`
    case 5:
      return ' spanning-tree portfast'
    case 6:
      return ` service-policy input CLASS-${pick(40)}`
    case 7:
      return ' no shutdown'
    default:
      return '!'
  }
}

function xmlLine(at: number, pick: Pick): string {
  return at % 5 === 4 ? '</entry>' : `<m${pick(4)}>${pick(800)}</m>`
}

/** Changes, removes or inserts a line at a share of the positions. */
function edit(lines: string[], share: number, pick: Pick, line: (at: number) => string): string[] {
  const edited: string[] = []
  lines.forEach((same, at) => {
    if (pick(1e6) >= share * 1e6) {
      edited.push(same)
      return
    }
    const kind = pick(3)
    if (kind !== 1) edited.push(line(at))
    if (kind === 2) edited.push(same)
  })
  return edited
}

function shuffle(lines: string[], pick: Pick): string[] {
  const shuffled = [...lines]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = pick(at + 1)
    const moved = shuffled[at]!
    shuffled[at] = shuffled[other]!
    shuffled[other] = moved
  }
  return shuffled
}
