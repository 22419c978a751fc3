const steps = ['b', 'kib', 'mib', 'gib', 'tib'] as const

/** A number of bytes in the largest unit of which there is one, with three digits at most. */
export function sizeIn(bytes: number): { value: number; unit: (typeof steps)[number] } {
  let value = bytes
  let step = 0
  while (Math.abs(value) >= 1024 && step < steps.length - 1) {
    value /= 1024
    step += 1
  }
  const digits = step === 0 || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return { value: Number(value.toFixed(digits)), unit: steps[step] ?? 'b' }
}
