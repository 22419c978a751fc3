import { expect } from 'chai'
import { diffUnified } from '../../../shared/diff/unified.ts'
import { makeTextPairs } from '../../bench/diff-texts.ts'
import { gnuDiff, hasGnuDiff } from './gnu-diff.ts'
import { editedLines } from './edited-lines.ts'

const headers = ['--- before', '+++ after']
const labels = ['--label', 'before', '--label', 'after']

describe('the unified diff', () => {
  it('is empty for equal texts', () => {
    const unified = diffUnified('a\n', 'a\n', { context: 3, maxLines: 5_000, headers })

    expect(unified).to.deep.equal({ text: '', added: 0, removed: 0, truncated: false, hunks: [] })
  })

  it('shows removed before added lines, with context', () => {
    const unified = diffUnified('a\nb\nc\nd\n', 'a\nb\nC\nD\nd\n', { context: 1, maxLines: 5_000, headers })

    expect(unified.text).to.equal('--- before\n+++ after\n@@ -2,3 +2,4 @@\n b\n-c\n+C\n+D\n d\n')
    expect(unified).to.include({ added: 2, removed: 1, truncated: false })
  })

  it('equals the output of GNU diff, for every context size', function () {
    if (!hasGnuDiff) this.skip()
    for (let seed = 0; seed < 120; seed++) {
      const { before, after } = editedLines(seed)
      const context = 1 + (seed % 20)

      const { text } = diffUnified(before, after, { context, maxLines: 5_000, headers })

      expect(text, `seed ${seed}`).to.equal(gnuDiff(before, after, ['-U', String(context), ...labels]))
    }
  })

  it('equals the output of GNU diff without context', function () {
    if (!hasGnuDiff) this.skip()
    const before = 'a\nb\nc\nd\ne\n'
    for (const after of ['', 'a\n', 'b\nc\nd\ne\n', 'a\nb\nx\nc\nd\ne\n', 'a\nX\nY\nd\ne', 'z\na\nb\nc\nd\ne\nf\n']) {
      const { text } = diffUnified(before, after, { context: 0, maxLines: 5_000, headers })

      expect(text).to.equal(gnuDiff(before, after, ['-U', '0', ...labels]))
    }
  })

  it('equals the output of GNU diff for 300 KB with 2 % of its lines changed', function () {
    if (!hasGnuDiff) this.skip()
    const [cfg] = makeTextPairs(300_000)

    const { text } = diffUnified(cfg!.before, cfg!.after, { context: 3, maxLines: 1e6, headers })

    expect(text).to.equal(gnuDiff(cfg!.before, cfg!.after, ['-U', '3', ...labels]))
  })

  it('stops at the line limit, but counts all changes', () => {
    const before = Array.from({ length: 9_000 }, (_, at) => `before ${at}\n`).join('')
    const after = Array.from({ length: 7_000 }, (_, at) => `after ${at}\n`).join('')

    const unified = diffUnified(before, after, { context: 3, maxLines: 5_000, headers })

    expect(unified).to.include({ added: 7_000, removed: 9_000, truncated: true })
    expect(unified.text.match(/\n/g)).to.have.length(5_000)
  })

  it('is truncated only above the exact limit', () => {
    const settings = { context: 0, headers }

    const fits = diffUnified('a\n', 'b\n', { ...settings, maxLines: 5 })
    const cut = diffUnified('a\n', 'b\n', { ...settings, maxLines: 4 })

    expect(fits).to.include({ truncated: false, text: '--- before\n+++ after\n@@ -1 +1 @@\n-a\n+b\n' })
    expect(cut).to.include({
      truncated: true,
      text: '--- before\n+++ after\n@@ -1 +0,0 @@\n-a\n',
      added: 1,
      removed: 1,
    })
  })

  it('announces in every hunk as many lines as it shows, wherever it is truncated', () => {
    const { before, after } = editedLines(6)
    for (let maxLines = 0; maxLines < 100; maxLines++) {
      const { text } = diffUnified(before, after, { context: 3, maxLines, headers })

      const lines = text.split('\n').slice(0, -1)
      expect(lines.length).to.be.at.most(maxLines)
      for (const hunk of text.split(/^(?=@@)/m).slice(1)) expect(announced(hunk)).to.deep.equal(shown(hunk))
    }
  })

  it('has the hunks that it shows, wherever it is truncated', () => {
    const { before, after } = editedLines(6)
    const all = diffUnified(before, after, { context: 3, maxLines: 1e6, headers }).hunks
    for (let maxLines = 0; maxLines < 100; maxLines++) {
      const { text, hunks } = diffUnified(before, after, { context: 3, maxLines, headers })

      const signs = text
        .split('\n')
        .slice(2)
        .map((line) => line[0])
      const count = (side: 'aLength' | 'bLength') => hunks.reduce((sum, hunk) => sum + hunk[side], 0)
      expect([count('aLength'), count('bLength')]).to.deep.equal(
        ['-', '+'].map((wanted) => signs.filter((sign) => sign === wanted).length),
      )
      expect(hunks.slice(0, -1)).to.deep.equal(all.slice(0, Math.max(0, hunks.length - 1)))
    }
  })

  it('marks changes inside lines, in characters of each side', () => {
    const { hunks } = diffUnified('x\nmtu 1500 é\n', 'x\nmtu 9000 é\n', { context: 0, maxLines: 10, headers })

    expect(hunks).to.deep.equal([
      { aStart: 1, aLength: 1, bStart: 1, bLength: 1, words: [{ fromA: 4, toA: 8, fromB: 4, toB: 8 }] },
    ])
  })

  it('can ignore lines that differ only in whitespace', () => {
    const settings = { context: 1, maxLines: 10, headers: [], ignoresWhitespace: true }

    const { text, added, removed } = diffUnified(' a\nb \nc\n', '\ta\nb\nd\n', settings)

    expect(text).to.equal('@@ -2,2 +2,2 @@\n b \n-c\n+d\n')
    expect({ added, removed }).to.deep.equal({ added: 1, removed: 1 })
  })

  it('distinguishes every byte of texts that are not UTF-8', () => {
    const before = Uint8Array.from([0x61, 0xe9, 0x80, 0x00, 0x0a])
    const after = Uint8Array.from([0x61, 0xe8, 0x93, 0x0d, 0x0a])

    const { text } = diffUnified(before, after, { context: 3, maxLines: 5_000, headers: [] })

    expect(text).to.equal('@@ -1 +1 @@\n-a\xe9\x80\0\n+a\xe8\x93\r\n')
  })

  it('reads UTF-8, with its byte order mark', () => {
    const { text } = diffUnified('\ufeffé\n', '\ufeffè\n', { context: 3, maxLines: 5_000, headers: [] })

    expect(text).to.equal('@@ -1 +1 @@\n-\ufeffé\n+\ufeffè\n')
  })
})

function announced(hunk: string): number[] {
  const [, removed = '1', added = '1'] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(hunk)!
  return [Number(removed), Number(added)]
}

function shown(hunk: string): number[] {
  const lines = hunk.split('\n').slice(1, -1)
  return [/^[ -]/, /^[ +]/].map((side) => lines.filter((line) => side.test(line)).length)
}
