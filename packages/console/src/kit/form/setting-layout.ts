import type { SelectControl } from '@brokerdeck/contract/description/schema.ts'
import type {
  DurationField,
  LinesField,
  ListField,
  MapField,
  NumberField,
  Option,
  RowsField,
  SecretField,
  SizeField,
  TextField,
  ToggleField,
  UrlField,
} from './field.ts'

/**
 * Describes the layout of a setting in a form: its place, its words, its conditions. Paths, options and conditions
 * must be those of the description, otherwise the layout does not compile.
 */
export type FieldLayout<S> = {
  [P in SettingPath<S>]: { readonly path: P } & Placing<S> & WordsOf<SchemaAt<S, P>>
}[SettingPath<S>]

export interface SectionLayout<S> {
  readonly id: string
  readonly title: string
  readonly note?: string
  readonly switch?: PathOfKind<S, 'toggle'>
  readonly when?: readonly SettingCondition<S>[]
  readonly fields: readonly FieldLayout<S>[]
}

interface Placing<S> {
  readonly label: string
  readonly help?: string
  /** True if the form requires a value although the broker has a default for it. */
  readonly isRequired?: boolean
  readonly requiredMessage?: string
  readonly isAdvanced?: boolean
  readonly width?: 3 | 4 | 6 | 8 | 12
  readonly when?: readonly SettingCondition<S>[]
  readonly readOnly?: string
  readonly isOmittedEmpty?: boolean
}

/** The dotted paths of all settings that have a value of their own; for several kinds, the paths of any kind. */
export type SettingPath<S> = unknown extends S
  ? string
  : S extends { kind: 'struct'; fields: infer F }
    ? string extends keyof F
      ? string
      : { [K in keyof F & string]: PathBelow<K, F[K]> }[keyof F & string]
    : S extends { by: string; kinds: infer V }
      ? SettingPath<V[keyof V]>
      : never

type PathBelow<K extends string, F> = F extends {
  schema: infer I extends { kind: 'struct' } | { by: string }
}
  ? `${K}.${SettingPath<I>}`
  : K

export type SchemaAt<S, P extends string> = S extends { kind: 'struct'; fields: infer F }
  ? string extends keyof F
    ? never
    : P extends keyof F
      ? F[P] extends { schema: infer I }
        ? I
        : never
      : P extends `${infer K}.${infer R}`
        ? K extends keyof F
          ? F[K] extends { schema: infer I }
            ? SchemaAt<I, R>
            : never
          : never
        : never
  : S extends { by: infer By; kinds: infer V }
    ? P extends By
      ? KindOf<keyof V & string>
      : SchemaAt<V[keyof V], P>
    : never

/** The control for the choice between kinds. */
interface KindOf<K extends string> {
  readonly kind: 'scalar'
  readonly control: SelectControl<K>
}

/** The control of a schema; for a union, the control beside its word. */
type ControlOf<S> = S extends { kind: 'scalar'; control: infer C }
  ? C
  : S extends { kind: 'union'; members: readonly (infer M)[] }
    ? Exclude<ControlOf<M>, { kind: 'word' }>
    : never

type PathOfKind<S, Kind extends string> = {
  [P in SettingPath<S>]: ControlOf<SchemaAt<S, P>> extends { kind: Kind } ? P : never
}[SettingPath<S>]

/**
 * Holds while the value of a control is one of `is`. For a word beside a value, the condition tests whether the word
 * is chosen.
 */
export type SettingCondition<S> = {
  [P in SettingPath<S>]: ConditionAt<P, SchemaAt<S, P>>
}[SettingPath<S>]

type ConditionAt<P extends string, I> = I extends { kind: 'union' }
  ? { readonly path: `${P}.isWord`; readonly is: readonly boolean[] }
  : ControlOf<I> extends { kind: 'or-word' }
    ? { readonly path: `${P}.isWord`; readonly is: readonly boolean[] }
    : ControlOf<I> extends { kind: 'toggle' }
      ? { readonly path: P; readonly is: readonly boolean[] }
      : ControlOf<I> extends SelectControl<infer O>
        ? { readonly path: P; readonly is: readonly (O extends number ? `${O}` : O)[] }
        : ControlOf<I> extends { kind: 'text' }
          ? { readonly path: P; readonly is: readonly string[] }
          : never

type Optional<F, K extends keyof F> = { readonly [N in K]?: Exclude<F[N], undefined> }

export type OptionWords = string | Pick<Option, 'label' | 'help'>
interface Choice<O extends Option['value']> {
  /** The options in the order of display; numeric keys are in numeric order. */
  readonly options: { readonly [N in `${O}`]: OptionWords }
}

interface ControlWords {
  readonly toggle: Optional<ToggleField, 'note'>
  readonly text: Optional<TextField, 'isCode' | 'pattern' | 'maxLength' | 'placeholder' | 'suggestions'>
  readonly lines: Optional<LinesField, 'isCode' | 'rows' | 'language'>
  readonly number: Optional<NumberField, 'unit'>
  readonly duration: Optional<DurationField, 'units'>
  readonly 'byte-size': Optional<SizeField, 'units'>
  readonly secret: Optional<SecretField, 'autoComplete'>
  readonly url: Optional<UrlField, 'isFixedHost'>
  readonly map: Pick<MapField, 'keyLabel' | 'valueLabel'> & Optional<MapField, 'valueRange'>
}

interface BesideWord {
  readonly wordLabel: string
  /** The value proposed in place of the word. */
  readonly start?: string
  /** Set if a value is required unless the word is chosen. */
  readonly isValueRequired?: true
}

type WordsOfControl<C> = C extends { kind: 'or-word'; inner: infer I }
  ? BesideWord & WordsOfControl<I>
  : C extends SelectControl<infer O>
    ? Choice<O>
    : C extends { kind: infer K }
      ? K extends keyof ControlWords
        ? ControlWords[K]
        : unknown
      : unknown

type WordsOf<S> = S extends { kind: 'scalar'; control: infer C }
  ? WordsOfControl<C>
  : S extends { kind: 'union'; members: readonly (infer M)[] }
    ? BesideWord & WordsOf<Exclude<M, { control: { kind: 'word' } }>>
    : S extends { kind: 'list'; item: infer I }
      ? ListWords<I>
      : S extends { kind: 'map' }
        ? ControlWords['map']
        : never

type ListWords<I> = I extends { kind: 'struct' }
  ? {
      readonly addLabel: string
      readonly columns: readonly FieldLayout<I>[]
      readonly uniqueBy?: SettingPath<I>
    } & Optional<RowsField, 'duplicateMessage' | 'isOrdered'>
  : I extends { control: SelectControl<infer O> }
    ? Choice<O>
    : { readonly itemLabel: string } & Optional<ListField, 'of'>
