/** Display options of a diff. */
export interface DiffOptions {
  layout: 'split' | 'unified'
  folds: boolean
  wraps: boolean
  showsBlanks: boolean
  ignoresBlanks: boolean
}

export const usualOptions: DiffOptions = {
  layout: 'split',
  folds: true,
  wraps: false,
  showsBlanks: false,
  ignoresBlanks: false,
}

/** Returns the options in an address; others are unchanged. */
export function optionsIn(query: Record<string, unknown>, otherwise: DiffOptions): DiffOptions {
  const flag = (value: unknown, before: boolean) => (value === '1' ? true : value === '0' ? false : before)
  return {
    layout: query['view'] === 'split' || query['view'] === 'unified' ? query['view'] : otherwise.layout,
    folds: flag(query['fold'], otherwise.folds),
    wraps: flag(query['wrap'], otherwise.wraps),
    showsBlanks: flag(query['blanks'], otherwise.showsBlanks),
    ignoresBlanks: flag(query['ignore'], otherwise.ignoresBlanks),
  }
}

/** Returns the options for an address; defaults are omitted. */
export function addressOfOptions(options: DiffOptions): Record<string, string | undefined> {
  const flag = (value: boolean, usual: boolean) => (value === usual ? undefined : value ? '1' : '0')
  return {
    view: options.layout === usualOptions.layout ? undefined : options.layout,
    fold: flag(options.folds, usualOptions.folds),
    wrap: flag(options.wraps, usualOptions.wraps),
    blanks: flag(options.showsBlanks, usualOptions.showsBlanks),
    ignore: flag(options.ignoresBlanks, usualOptions.ignoresBlanks),
  }
}
