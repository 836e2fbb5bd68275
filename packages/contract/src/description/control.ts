/** What a person sets a value with, and what it may be as far as that can be said before it is sent. */
export type Control =
  | { readonly kind: 'toggle' | 'text' | 'lines' | 'secret' | 'percent' | 'map' | 'json' | 'url' }
  | NumberControl
  /** Bounds as the API spells them: `1s`, `256MB`. */
  | { readonly kind: 'duration'; readonly min?: string; readonly max?: string; readonly bareUnit?: 's' }
  | { readonly kind: 'byte-size'; readonly min?: string; readonly max?: string }
  | { readonly kind: 'rate'; readonly of: 'count' | 'bytes' }
  | SelectControl
  /** `isBind`: a port alone is enough; `isList`: several, with commas between them. */
  | {
      readonly kind: 'host-port'
      readonly isBind?: boolean
      readonly isList?: boolean
      readonly defaultPort?: number
    }
  | { readonly kind: 'topic'; readonly isFilter: boolean }
  | { readonly kind: 'certificate'; readonly of: 'certificate' | 'key' | 'ca' }
  /** The one word that stands beside another type: `infinity`, `disabled`. */
  | WordControl
  /** A value that means something else than a measure: 0 for "never". */
  | { readonly kind: 'or-word'; readonly word: string | number; readonly inner: Control }

export interface NumberControl {
  readonly kind: 'number'
  readonly min?: number
  readonly max?: number
  readonly isFractional?: true
}

export interface SelectControl<O extends string | number | boolean = string | number | boolean> {
  readonly kind: 'select'
  readonly options: readonly O[]
}

export interface WordControl<W extends string | false = string | false> {
  readonly kind: 'word'
  readonly word: W
}
