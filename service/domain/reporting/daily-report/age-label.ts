const hourMs = 3_600_000

/** How long ago the last success was, for people: `never`, `less than an hour`, `1 hour`, `47 hours`, `3 days`. */
export function ageLabel(lastSuccessAt: Date | null, now: Date): string {
  if (!lastSuccessAt) return 'never'
  const hours = Math.floor((now.getTime() - lastSuccessAt.getTime()) / hourMs)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}
