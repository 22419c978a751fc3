import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { filesBelow, tarGz, zip } from '../../build/pack-files.ts'
import { writeChecksums } from '../../build/write-checksums.ts'

describe('release archives', () => {
  let folder: string
  const long = `${'long-'.repeat(12)}/${'name-'.repeat(16)}.txt`

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-packing-'))
    fs.mkdirSync(path.join(folder, 'in', path.dirname(long)), { recursive: true })
    fs.writeFileSync(path.join(folder, 'in/program'), 'x'.repeat(1000), { mode: 0o755 })
    fs.writeFileSync(path.join(folder, 'in', long), 'text')
    fs.symlinkSync('program', path.join(folder, 'in/link'))
  })

  afterEach(() => fs.rmSync(folder, { recursive: true }))

  it('are unpacked unchanged by tar', async () => {
    fs.writeFileSync(path.join(folder, 'packed.tar.gz'), await tarGz(filesBelow(path.join(folder, 'in'), 'coffer')))

    execFileSync('tar', ['xzf', 'packed.tar.gz'], { cwd: folder })

    const out = path.join(folder, 'coffer')
    expect(fs.readFileSync(path.join(out, 'program'), 'utf8')).to.equal('x'.repeat(1000))
    expect(fs.statSync(path.join(out, 'program')).mode & 0o777).to.equal(0o755)
    expect(fs.readFileSync(path.join(out, long), 'utf8')).to.equal('text')
    expect(fs.readlinkSync(path.join(out, 'link'))).to.equal('program')
  })

  it('are unpacked unchanged from a zip', async () => {
    const files = [{ name: 'coffer-agent.exe', bytes: Buffer.from('MZ'.repeat(500)), isExecutable: true }]
    fs.writeFileSync(path.join(folder, 'packed.zip'), await zip(files))

    const read = `import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.namelist(), len(z.read('coffer-agent.exe')))`
    const said = execFileSync('python3', ['-c', read, path.join(folder, 'packed.zip')], { encoding: 'utf8' })

    expect(said).to.equal("None ['coffer-agent.exe'] 1000\n")
  })

  it('are identical whenever and by whichever account they are packed', async () => {
    const first = await tarGz(filesBelow(path.join(folder, 'in'), 'coffer'))
    fs.utimesSync(path.join(folder, 'in/program'), 1, 1)

    expect((await tarGz(filesBelow(path.join(folder, 'in'), 'coffer'))).equals(first)).to.equal(true)
  })

  it('have checksums that sha256sum reads', () => {
    writeChecksums(path.join(folder, 'in'))

    const said = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], {
      cwd: path.join(folder, 'in'),
      encoding: 'utf8',
    })

    expect(said).to.match(/^.*name-\.txt: OK\nprogram: OK\n$/)
  })
})
