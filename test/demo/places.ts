import fs from 'node:fs'
import path from 'node:path'
import { makeCertificate, type TestCertificate } from '../support/certificate.ts'
import { type HostKey, makeHostKey } from '../support/ssh-simulator.ts'

/** The address of a device and its host keys. */
export interface Place {
  host: string
  sshPort: number
  apiPort: number
  hostKey: HostKey
  /** Of the device that replaces it one day. */
  otherHostKey: HostKey
  certificate: TestCertificate
}

/** What the demonstration stores beside the service's data, so that its devices are the same at the next start. */
export interface Kept {
  places: Record<string, Place>
  /** By device, the number of changes since the end of the history. */
  more: Record<string, number>
  /** Of the history. */
  endedAt?: string
}

const fileName = 'demo-lab.json'

export function readKept(folder: string): Kept | null {
  const file = path.join(folder, fileName)
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Kept) : null
}

/** Readable only by its owner, because it contains host keys. */
export function writeKept(folder: string, kept: Kept): void {
  const file = path.join(folder, fileName)
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

/**
 * Returns the address of the device with this number: its own loopback address with a common port, if the system
 * supports all of them; otherwise its own port.
 * @param block distinguishes labs that run at the same time
 */
export function placeFor(number: number, block: number): Place {
  const hasAll = process.platform !== 'darwin'
  const host = hasAll ? `127.${block}.${1 + Math.floor(number / 12)}.${10 + (number % 12)}` : '127.0.0.1'
  return {
    host,
    sshPort: hasAll ? 2022 : 42_000 + number,
    apiPort: hasAll ? 8443 : 43_000 + number,
    ...proofs(host),
  }
}

/** Returns a free port of 127.0.0.1, for a lab that is not started again. */
export function anyPlace(): Place {
  return { host: '127.0.0.1', sshPort: 0, apiPort: 0, ...proofs('127.0.0.1') }
}

function proofs(host: string): Pick<Place, 'hostKey' | 'otherHostKey' | 'certificate'> {
  return { hostKey: makeHostKey(), otherHostKey: makeHostKey(), certificate: makeCertificate({ hosts: [host] }) }
}
