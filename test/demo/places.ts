import fs from 'node:fs'
import path from 'node:path'
import { makeCertificate, type TestCertificate } from '../support/certificate.ts'
import { type HostKey, makeHostKey } from '../support/ssh-simulator.ts'

/** Where a device listens, and what it proves itself with. */
export interface Place {
  host: string
  sshPort: number
  apiPort: number
  hostKey: HostKey
  /** Of the device that takes its place one day. */
  otherHostKey: HostKey
  certificate: TestCertificate
}

/** What the demonstration keeps beside the service's data, so that its devices are the same ones the next time. */
export interface Kept {
  places: Record<string, Place>
  /** By device, changes since the end of the history. */
  more: Record<string, number>
  /** Of the history. */
  endedAt?: string
}

const fileName = 'demo-lab.json'

export function readKept(folder: string): Kept | null {
  const file = path.join(folder, fileName)
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Kept) : null
}

/** Only its owner may read it: host keys are in it. */
export function writeKept(folder: string, kept: Kept): void {
  const file = path.join(folder, fileName)
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

/**
 * Where the so-many-th device listens: at an address of the loopback of its own, where the system has them all, at the
 * same port as its neighbours; else at a port of its own.
 * @param block tells labs apart that run at the same time
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

/** At a free port of 127.0.0.1, for a lab that nobody comes back to. */
export function anyPlace(): Place {
  return { host: '127.0.0.1', sshPort: 0, apiPort: 0, ...proofs('127.0.0.1') }
}

function proofs(host: string): Pick<Place, 'hostKey' | 'otherHostKey' | 'certificate'> {
  return { hostKey: makeHostKey(), otherHostKey: makeHostKey(), certificate: makeCertificate({ hosts: [host] }) }
}
