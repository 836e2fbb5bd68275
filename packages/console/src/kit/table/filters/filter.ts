interface FilterOption {
  readonly value: string
  readonly label: string
}

interface FilterBase {
  readonly label: string
  /** True for a filter in the bar; the other filters are behind "Filter" and show as chips when set. */
  readonly isMain?: boolean
  readonly mono?: boolean
}

/** A text filter, exact or by part: two query parameters, one control with the operator inside. */
export interface TextFilter<Key extends string = string> extends FilterBase {
  readonly kind: 'text'
  readonly exact?: Key
  readonly contains?: Key
  /** The name of the `contains` operator, if it does more than search for a part. */
  readonly containsWord?: string
  /** A hook that returns suggestions; called once the field is rendered. */
  readonly useSuggestions?: () => readonly string[]
}

export interface SelectFilter<Key extends string = string> extends FilterBase {
  readonly kind: 'select'
  readonly key: Key
  readonly options: readonly FilterOption[]
  /** True if the options come from the broker: a value that is not (or not yet) among them stays. */
  readonly isOpenEnded?: boolean
}

export interface NumberFilter<Key extends string = string> extends FilterBase {
  readonly kind: 'number'
  readonly key: Key
  readonly min?: number
  readonly max?: number
}

/** A time filter, "at or after" and "at or before"; values are RFC 3339. */
export interface DateTimeFilter<Key extends string = string> extends FilterBase {
  readonly kind: 'date-time'
  readonly from?: Key
  readonly to?: Key
}

/**
 * The declaration of a filter, from which its control, URL and chips follow. `Key` are the parameters of the endpoint
 * that it filters.
 */
export type Filter<Key extends string = string> =
  | TextFilter<Key>
  | SelectFilter<Key>
  | NumberFilter<Key>
  | DateTimeFilter<Key>

/** The values by query parameter. A filter that is not set has no key. */
export type FilterValues<Key extends string = string> = string extends Key
  ? Readonly<Record<string, string>>
  : { readonly [Each in Key]?: string }

export function filterKeys(filter: Filter): readonly string[] {
  const keys =
    filter.kind === 'text'
      ? [filter.exact, filter.contains]
      : filter.kind === 'date-time'
        ? [filter.from, filter.to]
        : [filter.key]
  return keys.filter((key) => key !== undefined)
}

function isAllowed(filter: Filter, value: string): boolean {
  if (filter.kind === 'select') {
    return filter.isOpenEnded === true || filter.options.some((option) => option.value === value)
  }
  if (filter.kind === 'date-time') return !Number.isNaN(Date.parse(value))
  if (filter.kind === 'text') return true
  const number = Number(value)
  return Number.isFinite(number) && number >= (filter.min ?? -Infinity) && number <= (filter.max ?? Infinity)
}

/** Returns the filter values in a URL's search; other parameters are ignored, invalid values are dropped. */
export function parseFilters(
  filters: readonly Filter[],
  search: Readonly<Record<string, unknown>>,
): FilterValues {
  const values: Record<string, string> = {}
  for (const filter of filters) {
    for (const key of filterKeys(filter)) {
      const given = search[key]
      const value = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given
      if (typeof value === 'string' && value !== '' && isAllowed(filter, value)) values[key] = value
    }
  }
  return values
}

/** Returns the values with changes; undefined or an empty text removes a value. */
export function changeFilters(
  values: FilterValues,
  changes: Readonly<Record<string, string | undefined>>,
): FilterValues {
  const next: Record<string, string> = {}
  for (const [key, value] of Object.entries({ ...values, ...changes })) {
    if (value !== undefined && value !== '') next[key] = value
  }
  return next
}
