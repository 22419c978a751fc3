/** Formats a size: `0 bytes`, `1.5 KiB`, `9.3 GiB`. */
export function readableSize(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${step === 0 ? bytes : (bytes / 2 ** (10 * step)).toFixed(1)} ${units[step]}`
}
