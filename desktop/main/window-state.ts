/** In device-independent pixels. May be negative on a screen left of the primary one. */
export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

export interface WindowState {
  bounds: Bounds
  isMaximized: boolean
}

export const smallestWindow = { width: 900, height: 600 }

/**
 * Returns the position of a new window: the former one if its title bar is still reachable, otherwise the middle of the
 * primary screen, limited to its size. Screens may change between starts.
 * @param screens work areas, the primary one first
 */
export function placeWindow(kept: WindowState | null, screens: Bounds[]): WindowState {
  const [first = { x: 0, y: 0, width: 1_280, height: 800 }] = screens
  const screen = kept && screens.find((one) => holds(one, kept.bounds))
  if (kept && screen) {
    const width = Math.min(Math.max(kept.bounds.width, smallestWindow.width), screen.width)
    const height = Math.min(Math.max(kept.bounds.height, smallestWindow.height), screen.height)
    return { ...kept, bounds: { ...kept.bounds, width, height } }
  }
  const width = Math.min(Math.max(kept?.bounds.width ?? 1_440, smallestWindow.width), first.width)
  const height = Math.min(Math.max(kept?.bounds.height ?? 920, smallestWindow.height), first.height)
  const x = first.x + Math.round((first.width - width) / 2)
  const y = first.y + Math.round((first.height - height) / 2)
  return { bounds: { x, y, width, height }, isMaximized: kept?.isMaximized ?? false }
}

export function isWindowState(found: unknown): found is WindowState | null {
  if (found === null) return true
  if (typeof found !== 'object' || !('bounds' in found) || !('isMaximized' in found)) return false
  const { bounds } = found
  if (typeof bounds !== 'object' || bounds === null || typeof found.isMaximized !== 'boolean') return false
  const { x, y, width, height } = bounds as Record<string, unknown>
  return [x, y, width, height].every(Number.isInteger)
}

/** Returns whether enough of the title bar is visible to drag it. */
function holds(screen: Bounds, window: Bounds): boolean {
  const right = Math.min(window.x + window.width, screen.x + screen.width)
  const left = Math.max(window.x, screen.x)
  const isTopInside = window.y >= screen.y - 8 && window.y <= screen.y + screen.height - 40
  return right - left >= 120 && isTopInside
}
