import { useMessages } from '../language/useMessages.ts'
import { messages } from './messages.ts'

const steps = ['b', 'kib', 'mib', 'gib', 'tib'] as const

/** Formats a number of bytes: `5.3 MiB`, in French `5,3 Mio`. */
export function useSizeText(): (bytes: number) => string {
  const { t, number } = useMessages(messages)
  return (bytes) => {
    const { value, unit } = sizeIn(bytes)
    return `${number(value)} ${t(`bytes.${unit}`)}`
  }
}

/** Returns a number of bytes in the largest unit that is at least one, with up to three digits. */
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
