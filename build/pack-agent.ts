import { tarGz, zip } from './pack-files.ts'

/** The file of an agent that is downloaded: its executable, and whose works are in it under which licences. */
export function packAgent(program: string, bytes: Buffer, notices: string): Promise<Buffer> {
  const pack = program.endsWith('.exe') ? zip : tarGz
  return pack([
    { name: program, bytes, isExecutable: true },
    { name: 'THIRD-PARTY-NOTICES.txt', bytes: Buffer.from(notices), isExecutable: false },
  ])
}
