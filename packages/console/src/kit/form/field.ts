import type { DurationUnit, SizeUnit } from './form-value.ts'
import type { CodeLanguage, TemplateSyntax } from './template-colours.ts'

/** A form is data: all that it does (drawing, checking, converting, comparing) is read from these descriptions. */

/** Holds while the value at `path` (form state, relative to the form, or to the row within rows) is one of `is`. */
export interface Condition {
  readonly path: string
  readonly is: readonly (string | boolean)[]
}

interface FieldBase {
  /** Dotted place in the API's document, spelled as the API spells it: `tcp_options.backlog`. */
  readonly path: string
  readonly label: string
  readonly help?: string
  readonly isRequired?: boolean
  /** Said where it is required and missing, instead of the usual words. */
  readonly requiredMessage?: string
  /** Folded away; its summary names it while it differs from its default. */
  readonly isAdvanced?: boolean
  /** Of 12 columns; 6 unless given, 12 for tables and groups. A phone gives every field the full width. */
  readonly width?: 3 | 4 | 6 | 8 | 12
  /** All must hold, else the field is neither drawn, checked nor changed. */
  readonly when?: readonly Condition[]
  /** Why it cannot be changed; undefined: it can. */
  readonly readOnly?: string
  /** The broker's, shown as a placeholder and put there by "reset to default"; something new begins with `start`. */
  readonly default?: unknown
  readonly start?: unknown
  /** Not in the request where the field is empty, instead of as an empty value. */
  readonly isOmittedEmpty?: boolean
  /** An empty value means that there is none: it is sent, and a person need not give one. */
  readonly isOptional?: boolean
  /** The broker fills in placeholders such as `${topic}` for each message. */
  readonly isTemplate?: boolean
}

export interface TextField extends FieldBase {
  readonly kind: 'text'
  readonly placeholder?: string
  /** Spelled for machines: monospace, no autocorrection. */
  readonly isCode?: boolean
  /** What the text must match, and the words if it does not. */
  readonly pattern?: { readonly regex: RegExp; readonly message: string }
  readonly maxLength?: number
  /** Values that the API knows beside free text; typed by their text, they are sent as what they are: `2`, `true`. */
  readonly suggestions?: readonly Option[]
  /** The API has the words of the line as a list; a word with blanks stands in quotes. */
  readonly isCommand?: boolean
}

export interface LinesField extends FieldBase {
  readonly kind: 'lines'
  readonly isCode?: boolean
  readonly rows?: number
  readonly language?: CodeLanguage
  /** Coloured as that, beside its placeholders. Line protocol has a form, and an INSERT of up to `mostColumns`. */
  readonly syntax?: TemplateSyntax
  readonly mostColumns?: number
}

export interface NumberField extends FieldBase {
  readonly kind: 'number'
  readonly min?: number
  readonly max?: number
  /** Integers unless true. */
  readonly isFractional?: boolean
  /** Inside the control: "connections", "/s". */
  readonly unit?: string
}

export interface ToggleField extends FieldBase {
  readonly kind: 'toggle'
  /** What it means while on, beside the switch. */
  readonly note?: string
}

export interface Option {
  readonly value: string | number | boolean
  readonly label: string
  readonly help?: string
}

export interface SelectField extends FieldBase {
  readonly kind: 'select'
  readonly options: readonly Option[]
  /** Beside the list: makes what is not in it yet and answers its value, while the rest of the form stays. */
  readonly another?: { readonly label: string; readonly make: () => Promise<string | undefined> }
}

export interface MultiSelectField extends FieldBase {
  readonly kind: 'multi-select'
  readonly options: readonly Option[]
}

/** `15s`, `1h30m`; a bare number of the API is milliseconds (or seconds, where `bareUnit` says so). */
export interface DurationField extends FieldBase {
  readonly kind: 'duration'
  /** Offered beside the number; all unless given. */
  readonly units?: readonly DurationUnit[]
  readonly bareUnit?: 'ms' | 's'
  /** In API terms: `1s`. */
  readonly min?: string
  readonly max?: string
}

/** `1MB`; a bare number of the API is bytes. */
export interface SizeField extends FieldBase {
  readonly kind: 'byte-size'
  readonly units?: readonly SizeUnit[]
  readonly min?: string
  readonly max?: string
}

/** `80%`, or 0.8 as some answers spell it. */
export type PercentField = FieldBase & { readonly kind: 'percent' }

/** `1000/s`, `10MB/5m`, a number per second, or `infinity`. */
export interface RateField extends FieldBase {
  readonly kind: 'rate'
  readonly of: 'count' | 'bytes'
}

/** `10.0.0.1:1883`, `[::1]:1883`, a name with a port; `isBind`: a port alone is enough; `fault`: judged by this alone. */
export interface HostPortField extends FieldBase {
  readonly kind: 'host-port'
  readonly isBind?: boolean
  readonly defaultPort?: number
  readonly fault?: (text: string) => string | undefined
  /** Several, with commas between them. */
  readonly isList?: boolean
}

export interface UrlField extends FieldBase {
  readonly kind: 'url'
  /** `http` and `https` unless given. */
  readonly schemes?: readonly string[]
  /** One host for everybody, without a name and password before it or a fragment behind: what EMQX asks by HTTP. */
  readonly isFixedHost?: boolean
}

export interface TopicField extends FieldBase {
  readonly kind: 'topic'
  /** A filter may hold `+` and `#`, a topic to publish to may not. */
  readonly isFilter: boolean
}

/** An object of texts as a table of two columns. */
export interface MapField extends FieldBase {
  readonly kind: 'map'
  readonly keyLabel: string
  readonly valueLabel: string
  /** Values in API terms are numbers: topic priorities. */
  readonly valueRange?: { readonly min: number; readonly max: number; readonly message: string }
}

/** A list of texts, one control each. Of `isOfColumns` all that placeholders can name are added at once. */
export interface ListField extends FieldBase {
  readonly kind: 'list'
  readonly itemLabel: string
  readonly of: 'text' | 'number' | 'topic' | 'host-port' | 'url'
  /** The API has one text with commas instead of a list. */
  readonly isCommaText?: boolean
  readonly isOfColumns?: boolean
}

/** A list of objects as a table: one row each, with paths relative to it. */
export interface RowsField extends FieldBase {
  readonly kind: 'rows'
  readonly columns: readonly Field[]
  readonly addLabel: string
  /** Rows that have the same value there are refused with `duplicateMessage`. */
  readonly uniqueBy?: string
  readonly duplicateMessage?: string
  readonly isOrdered?: boolean
  /** So many at most, which can also come from a CSV file. */
  readonly mostRows?: number
}

/** Fields that belong together within a section; their paths are relative to the form, not to the object. */
export interface ObjectField extends FieldBase {
  readonly kind: 'object'
  readonly fields: readonly Field[]
}

export interface Variant {
  readonly id: string
  readonly label: string
  readonly fields: readonly Field[]
  /** The API has this word instead of an object: `none`. Such a variant has no fields. */
  readonly word?: string | number | boolean
  /** Whether an API value is of this variant, where no discriminator says so. */
  readonly matches: (value: unknown) => boolean
}

/** One of several objects at `path`; paths of the variants' fields are relative to the form. */
export interface UnionField extends FieldBase {
  readonly kind: 'union'
  readonly variants: readonly Variant[]
  /** Name of the property of the object that holds the variant's id. */
  readonly discriminator?: string
}

/** A word of the API (`infinity`, `never`, `disabled`, `0s`) or a value: a switch beside a control. */
export interface OneOfField extends FieldBase {
  readonly kind: 'one-of'
  readonly word: string | number | boolean
  /** Of the switch that stands for the word: "Unlimited". */
  readonly wordLabel: string
  /** Same path; drawn while the word is not chosen. */
  readonly inner: ScalarField | MultiSelectField | ListField | MapField
}

/** Write-only: the broker sends six asterisks, which are sent back untouched unless it is replaced or cleared. */
export interface SecretField extends FieldBase {
  readonly kind: 'secret'
  /** `new-password`: with rules, for people; anything else is a machine's secret. */
  readonly autoComplete?: 'new-password' | 'current-password' | 'off'
  /** A text that people have as a file: it can be read from one. */
  readonly isFile?: boolean
}

/** A PEM text, or the path where the broker keeps one. */
export interface CertificateField extends FieldBase {
  readonly kind: 'certificate'
  readonly of: 'certificate' | 'key' | 'ca'
  /** For a key: path of the certificate it must belong to. */
  readonly certificatePath?: string
}

export interface FileField extends FieldBase {
  readonly kind: 'file'
  /** Endings with their dot: `.pem`, `.tar.gz`. */
  readonly extensions: readonly string[]
  readonly maxBytes?: number
}

export interface JsonField extends FieldBase {
  readonly kind: 'json'
  /** Any JSON unless given. Of an object or a text: what is not written as an object is text. */
  readonly takes?: 'object' | 'object-or-text'
}

/** A moment in RFC 3339, or a word such as `infinity` for never. */
export interface MomentField extends FieldBase {
  readonly kind: 'moment'
  /** In API terms; without it a moment is required. */
  readonly never?: string
  /** Earlier ones are refused with the specified words. */
  readonly isFuture?: boolean
}

/** Fields whose state is one text or switch. */
export type ScalarField =
  | TextField
  | LinesField
  | NumberField
  | ToggleField
  | SelectField
  | DurationField
  | SizeField
  | PercentField
  | RateField
  | HostPortField
  | UrlField
  | TopicField
  | JsonField

export type Field =
  | ScalarField
  | MultiSelectField
  | MapField
  | ListField
  | RowsField
  | ObjectField
  | UnionField
  | OneOfField
  | SecretField
  | CertificateField
  | FileField
  | MomentField
export type FieldKind = Field['kind']

export interface Section {
  /** Stands in the address: `#tls`. */
  readonly id: string
  readonly title: string
  readonly note?: string
  /** Path of a toggle that the section's heading carries: TLS on or off. The fields are hidden while it is off. */
  readonly switch?: string
  readonly when?: readonly Condition[]
  readonly fields: readonly Field[]
}

/** One thing that is wrong with what is in the form. `path` is that of the control: `headers.2.key`. */
export interface FormFault {
  readonly path: string
  readonly message: string
}
