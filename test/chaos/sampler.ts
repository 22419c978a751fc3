import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Resources of a process at one time. Linux only. */
export interface Sample {
  /** Seconds since the first sample. */
  at: number
  name: string
  pid: number
  /** Resident memory in MB. */
  mb: number
  /** Open files and connections. */
  descriptors: number
}

export interface Sampler {
  samples: Sample[]
  end(): Promise<void>
}

/** Samples the named processes periodically. */
export function startSampler(
  processes: Record<string, { readonly pid: number | undefined }>,
  everyMs = 1_000,
): Sampler {
  const samples: Sample[] = []
  const stopping = new AbortController()
  const startedAt = performance.now()

  function look() {
    const at = (performance.now() - startedAt) / 1000
    for (const [name, { pid }] of Object.entries(processes)) {
      const held = pid === undefined ? undefined : heldBy(pid)
      if (pid !== undefined && held) samples.push({ at, name, pid, ...held })
    }
  }

  const looking = (async () => {
    while (!stopping.signal.aborted) {
      look()
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    samples,
    end() {
      stopping.abort()
      return looking
    },
  }
}

/** Undefined if it has ended. */
function heldBy(pid: number): Pick<Sample, 'mb' | 'descriptors'> | undefined {
  try {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return { mb: Number(kb) / 1024, descriptors: fs.readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return undefined
  }
}
