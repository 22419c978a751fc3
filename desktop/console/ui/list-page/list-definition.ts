import type { RouteLocationRaw } from 'vue-router'
import type { EventType, useLiveRefresh } from '../../client/live.ts'
import type { Page } from '../../client/paging.ts'
import type { Permission } from '../../client/session.ts'
import type { KeyOf, Messages, MessageCatalogue } from '../../language/define-messages.ts'
import type { ExportOf } from '../exports.ts'
import type { IconName } from '../icons.ts'
import type { ListRow, RowLink } from '../list-columns.ts'
import type { useLatest } from '../useLatest.ts'

/** Names of the texts directly below `Start`: `name` for `column.name`. */
export type TextBelow<Texts, Start extends string> =
  KeyOf<Texts> extends infer Key ? (Key extends `${Start}.${infer Name}` ? Name : never) : never

export interface Option {
  value: string
  label: string
}

/**
 * How a cell shows its value: `link` opens the row, `customer` shows a customer by id, `ago` an instant relative to now,
 * `time` an instant in full, `number` a formatted number, `mono` and `muted` a text.
 */
export type CellKind = 'link' | 'customer' | 'ago' | 'time' | 'number' | 'mono' | 'muted' | 'text'

/** A column. Its title is the text `column.<key>`. The slot `cell-<key>` replaces the cell, `after-<key>` adds to it. */
export interface PageColumn<Row, Key extends string = string> {
  key: Key
  /** A CSS grid track, such as `120px` or `minmax(160px, 2fr)`. */
  width?: string
  as?: CellKind
  /** Absent: the row's `key`, for a customer its `tenant_id`. */
  value?: (row: Row) => string | number | null | undefined
  /** Muted text of a cell without a value. */
  none?: () => string
  /** Tooltip. */
  tip?: (row: Row) => string | null | undefined
  sort?: { by: string; down?: boolean }
  align?: 'right'
  /** Whether it cannot be hidden. */
  always?: boolean
  /** Whether a list that is too narrow omits it, the last such column first, unless the user selected the columns. */
  secondary?: boolean
  /** Whether it is shown only if the user selects it. */
  optional?: boolean
  /** Whether it is shown only while rows of several customers are listed. */
  ofMany?: boolean
}

/**
 * A filter in the address: `search` is a part of a text, `options` a choice, `bar` a choice whose values are all visible
 * ('' among them), `suggestions` a text that a row has exactly, `named` an agent, a credential or a device by name, `check`
 * yes or no, `day` a date, `badge` an object that a link chose. With `named`, the badge is for several objects. Without
 * these, a slot of the page shows it.
 */
export interface PageFilter<Key extends string = string> {
  key: Key
  label?: () => string
  search?: true
  options?: () => readonly Option[]
  bar?: () => readonly Option[]
  suggestions?: () => readonly string[]
  named?: 'agent' | 'credential' | 'device'
  check?: true
  day?: true
  /** `clear`: label of the button that removes it. */
  badge?: { icon: IconName; text: (value: string) => string; clear?: () => string }
  isShown?: () => boolean
  /** Whether an address may repeat it, for several values. */
  several?: true
  /** Whether it is shown only after `More filters`, or while it filters. */
  more?: true
}

/**
 * What a page requests. Values of filters come from the address: they are typed `never` because the service validates
 * them.
 */
export type PageQuery<Filter extends string> = { tenant?: string; limit: number; cursor?: string; sort?: never } & {
  [Name in Filter]?: never
}

/** State of a request of the page. */
export type Reading = Pick<ReturnType<typeof useLatest>, 'loading' | 'failure' | 'again'>

/** How rows are read: page by page on scrolling, all at once, or by the page itself. */
export type ListSource<Row, Filter extends string> =
  | {
      page: (query: PageQuery<Filter>, signal: AbortSignal, filters: Record<Filter, string>) => Promise<Page<Row>>
    }
  | {
      /** Read again for another customer. */
      all: (tenant: string | undefined, signal: AbortSignal) => Promise<Row[]>
      /** Returns the rows that match the filters, in their order. */
      match: (rows: readonly Row[], filters: Record<Filter, string>) => Row[]
    }
  | {
      /** Returns the rows that match the filters; reactive. */
      rows: (filters: Record<Filter, string>) => Row[]
      reading: Reading
    }

/** The button that adds: a link, or a click that opens a dialog. */
export interface AddAction {
  permission?: Permission
  /** The service rejects it from roles that are limited to sites or tags. */
  unlimited?: true
  to?: RouteLocationRaw
  run?: () => unknown
}

/**
 * A list page. Its texts are the feature's: `title`, `hint`, `empty`, `emptyHint`, `add`, `column.<key>` and
 * `filter.<key>`.
 */
export interface ListDefinition<Row extends ListRow, Texts extends Messages, Filter extends string> {
  /** Under which filters, order and columns are stored. */
  name: string
  messages: MessageCatalogue<Texts>
  icon: IconName
  columns: readonly PageColumn<Row, TextBelow<Texts, 'column'>>[]
  filters?: readonly PageFilter<Filter>[]
  /** Initial order; absent: the list cannot be sorted. */
  sort?: string
  source: ListSource<Row, Filter>
  rowTo?: RowLink<Row>
  add?: AddAction
  /**
   * Whether the rows remain in memory when the page closes. Not for rows that depend on more than filters, order and
   * customer, whose reading is audited, or that a dialog edits.
   */
  cached?: true
  /** Name of the list for screen readers; absent: the page's title. */
  label?: () => string
  /** Replaces the text `hint`, `empty` or `emptyHint`. */
  hint?: () => string
  empty?: () => string
  emptyHint?: () => string
  exports?: (filters: Record<Filter, string>) => ExportOf
  /** Events after which the rows, or what `again` reads, are read again. */
  live?: { types: readonly EventType[]; again?: () => unknown; how?: Parameters<typeof useLiveRefresh>[2] }
  /** Permissions that allow selecting rows; absent: rows cannot be selected. */
  selectable?: readonly Permission[]
  /** Name of a row for screen readers, with `selectable`. */
  nameOf?: (row: Row) => string
}
