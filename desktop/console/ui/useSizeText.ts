import { useMessages } from '../language/useWords.ts'
import { sizeIn } from './sizes.ts'
import { words } from './words.ts'

/** A number of bytes as a person reads it: `5.3 MiB`, in French `5,3 Mio`. */
export function useSizeText(): (bytes: number) => string {
  const { t, number } = useMessages(words)
  return (bytes) => {
    const { value, unit } = sizeIn(bytes)
    return `${number(value)} ${t(`bytes.${unit}`)}`
  }
}
