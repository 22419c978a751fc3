import { expect } from 'chai'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { withFiles } from '../../support/captures.ts'
import { fixture } from '../../support/recordings.ts'

/** Two reads and more of one device: a file `pair.yaml` in a folder of its own, `<platform>/pairs/<name>/`. */
interface Pair {
  path: string
  platform: string
  /** For readers. */
  device: string
  /** Its key. */
  artifact: string
  /** One read, with its files read (`withFiles`). */
  text: unknown
  /** Other reads, each of which is compared with it. */
  reads: OtherRead[]
}

interface OtherRead {
  /** What happened between the two. */
  when: string
  compares: 'equal' | 'different'
  /** The whole other read; or what is replaced wherever it stands, each pattern at least once. */
  text?: unknown
  change?: Record<string, string>
}

describe('two reads of a device', () => {
  for (const pair of readPairs()) {
    const { platform, device, artifact, reads, path } = pair
    const one = textOf(pair.text, pair)

    for (const read of reads) {
      it(`of ${platform} compare ${read.compares}: ${read.when} (${device})`, () => {
        const other = otherOf(read, one, pair)

        const [first, second] = [one, other].map((text) => compared(platform, artifact, text))

        expect(other, `${path}: nothing was changed`).to.not.equal(one)
        if (read.compares === 'equal') expect(differences(first ?? '', second ?? ''), path).to.deep.equal([])
        else expect(second === first, path).to.equal(false)
      })
    }
  }
})

function readPairs(): Pair[] {
  const root = join(import.meta.dirname, '../../fixtures')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^[^/]+\/pairs\/.+\/pair\.yaml$/.test(path))
    .sort()
    .map((path) => ({
      ...(parse(fixture(path).toString('utf8')) as Omit<Pair, 'path' | 'platform'>),
      path,
      platform: path.split('/')[0] ?? '',
    }))
}

function textOf(value: unknown, pair: Pair): string {
  const text = withFiles(value, pair)
  if (typeof text !== 'string') throw new Error(`${pair.path} has no text`)
  return text
}

function otherOf({ text, change = {} }: OtherRead, one: string, pair: Pair): string {
  return Object.entries(change).reduce(
    (said, [pattern, replacement]) => {
      const changed = said.replace(new RegExp(pattern, 'gm'), replacement)
      if (changed === said) throw new Error(`${pair.path}: nothing matches ${pattern}`)
      return changed
    },
    text === undefined ? one : textOf(text, pair),
  )
}

function compared(platform: string, artifact: string, text: string): string {
  const known = platformById(platform)
  if (!known?.artifacts[artifact]) throw new Error(`${platform} has no ${artifact}`)
  return normaliseText(known, artifact, Buffer.from(text, 'latin1')).toString('latin1')
}

/** The lines that only one of the two has: what a failing test shows. */
function differences(one: string, other: string): string[] {
  const [ours, theirs] = [one, other].map((text) => text.split('\n'))
  const only = (some: string[] = [], rest: string[] = [], mark: string) => {
    const known = new Set(rest)
    return some.filter((line) => !known.has(line)).map((line) => `${mark} ${line}`)
  }
  const lines = [...only(ours, theirs, '-'), ...only(theirs, ours, '+')]
  return lines.length > 0 || one === other ? lines : ['the same lines in another order']
}
