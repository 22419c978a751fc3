import { tarGz, zip } from './pack-files.ts'

/** Returns the download of an agent: its executable and the third-party notices. */
export function packAgent(program: string, bytes: Buffer, notices: string): Promise<Buffer> {
  const pack = program.endsWith('.exe') ? zip : tarGz
  return pack([
    { name: program, bytes, isExecutable: true },
    { name: 'THIRD-PARTY-NOTICES.txt', bytes: Buffer.from(notices), isExecutable: false },
  ])
}
