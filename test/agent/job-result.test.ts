import { expect } from 'chai'
import { type NamedCapture, buildJobResult } from '../../agent/job-result.ts'
import { message } from '../../shared/messages/message.ts'
import { chunkIdOf } from '../../shared/repository/chunk-id.ts'

/** A tree of which this many files could not be read. */
function treeWith(unreadable: number): NamedCapture {
  const root = chunkIdOf(Buffer.alloc(32), Buffer.from('root'))
  const warnings = Array.from({ length: unreadable }, (_, at) => ({
    path: `etc/${at}`,
    problem: 'unreadable' as const,
    message: message('warning_tree_unreadable', { path: `/etc/${at}`, seen: 'Permission denied' }),
  }))
  const counts = { files: unreadable, directories: 0, symlinks: 0, others: 0, bytes: 0, unchanged: 0 }
  const fingerprint = 'f'.repeat(64)
  return {
    capture: {
      kind: 'tree',
      key: 'filetree',
      transport: 'ssh',
      root,
      identity: fingerprint,
      counts,
      warnings,
      capturedAt: new Date(0),
    },
    named: {
      key: 'filetree',
      transport: 'ssh',
      fingerprint,
      normalised_fingerprint: fingerprint,
      normaliser_revision: 0,
    },
  }
}

const captured = {
  transport: 'ssh' as const,
  texts: [],
  longTexts: [],
  trees: [],
  archives: [],
  absent: [],
  failed: [],
}

describe('the result of a job', () => {
  it('has the warnings as codes, and in English for services of an earlier release', () => {
    const { report } = buildJobResult(captured, [treeWith(1)], new Set(), new Map())

    expect(report.warning_messages).to.deep.equal([
      message('warning_tree_unreadable', { path: '/etc/0', seen: 'Permission denied' }),
    ])
    expect(report.warnings).to.deep.equal(['/etc/0 cannot be read: Permission denied'])
  })

  it('lists the first thousand warnings of a tree, and counts the others', () => {
    const { report } = buildJobResult(captured, [treeWith(1_002)], new Set(), new Map())

    expect(report.warning_messages).to.have.length(1_001)
    expect(report.warning_messages?.at(-1)).to.deep.equal(message('warning_tree_more', { count: 2 }))
    expect(report.artifacts['filetree/ssh']?.metadata).to.include({ problems: 1_002 })
  })
})
