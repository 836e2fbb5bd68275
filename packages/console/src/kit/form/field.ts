import type { DurationUnit, SizeUnit } from './form-value.ts'
import type { CodeLanguage, TemplateSyntax } from './template-colours.ts'

/** A form is data: drawing, checking, converting and comparing all work from these descriptions. */

/**
 * Holds while the value at `path` (in the form state, relative to the form, or to the row within rows) is one of
 * `is`.
 */
export interface Condition {
  readonly path: string
  readonly is: readonly (string | boolean)[]
}

interface FieldBase {
  /** The dotted path in the API's document, in the spelling of the API: `tcp_options.backlog`. */
  readonly path: string
  readonly label: string
  readonly help?: string
  readonly isRequired?: boolean
  /** The message for a missing required value, instead of the usual message. */
  readonly requiredMessage?: string
  /** True if the field is folded away; the summary of the fold names it while it differs from its default. */
  readonly isAdvanced?: boolean
  /** The width in columns of 12; 6 by default, 12 for tables and groups. On a phone every field has the full width. */
  readonly width?: 3 | 4 | 6 | 8 | 12
  /** The conditions that must all hold; otherwise the field is neither drawn, checked nor changed. */
  readonly when?: readonly Condition[]
  /** The reason why the field cannot be changed; undefined if it can. */
  readonly readOnly?: string
  /**
   * The broker's default, shown as a placeholder and restored by "reset to default"; a new object begins with
   * `start`.
   */
  readonly default?: unknown
  readonly start?: unknown
  /** True if an empty field is left out of the request, instead of being sent as an empty value. */
  readonly isOmittedEmpty?: boolean
  /** True if an empty value stands for no value: the empty value is sent, and the user need not fill it in. */
  readonly isOptional?: boolean
  /** True if the broker fills in placeholders such as `${topic}` for each message. */
  readonly isTemplate?: boolean
}

export interface TextField extends FieldBase {
  readonly kind: 'text'
  readonly placeholder?: string
  /** True for formal text: monospace, without autocorrection. */
  readonly isCode?: boolean
  /** The pattern that the text must match, and the message if it does not match. */
  readonly pattern?: { readonly regex: RegExp; readonly message: string }
  readonly maxLength?: number
  /** Values that the API knows beside free text; they are typed as text and sent with their type: `2`, `true`. */
  readonly suggestions?: readonly Option[]
  /** True if the API has the words of the line as a list; a word with blanks is quoted in the line. */
  readonly isCommand?: boolean
}

export interface LinesField extends FieldBase {
  readonly kind: 'lines'
  readonly isCode?: boolean
  readonly rows?: number
  readonly language?: CodeLanguage
  /**
   * The syntax for highlighting, beside the placeholders. Line protocol has a form, and so has an INSERT of up to
   * `mostColumns`.
   */
  readonly syntax?: TemplateSyntax
  readonly mostColumns?: number
}

export interface NumberField extends FieldBase {
  readonly kind: 'number'
  readonly min?: number
  readonly max?: number
  /** True if fractions are allowed; otherwise the value is an integer. */
  readonly isFractional?: boolean
  /** The unit shown inside the control: "connections", "/s". */
  readonly unit?: string
}

export interface ToggleField extends FieldBase {
  readonly kind: 'toggle'
  /** The text beside the switch, which tells what it means while on. */
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
  /**
   * An action beside the list that creates a new option and resolves to its value, while the rest of the form stays.
   */
  readonly another?: { readonly label: string; readonly make: () => Promise<string | undefined> }
}

export interface MultiSelectField extends FieldBase {
  readonly kind: 'multi-select'
  readonly options: readonly Option[]
}

/** A duration such as `15s`, `1h30m`; a bare number of the API is milliseconds, or seconds if `bareUnit` is `s`. */
export interface DurationField extends FieldBase {
  readonly kind: 'duration'
  /** The units offered beside the number; all units by default. */
  readonly units?: readonly DurationUnit[]
  readonly bareUnit?: 'ms' | 's'
  /** The minimum, in the spelling of the API: `1s`. */
  readonly min?: string
  readonly max?: string
}

/** A size such as `1MB`; a bare number of the API is bytes. */
export interface SizeField extends FieldBase {
  readonly kind: 'byte-size'
  readonly units?: readonly SizeUnit[]
  readonly min?: string
  readonly max?: string
}

/** A percentage such as `80%`, which some responses write as 0.8. */
export type PercentField = FieldBase & { readonly kind: 'percent' }

/** A rate: `1000/s`, `10MB/5m`, a number per second, or `infinity`. */
export interface RateField extends FieldBase {
  readonly kind: 'rate'
  readonly of: 'count' | 'bytes'
}

/**
 * An address: `10.0.0.1:1883`, `[::1]:1883`, a name with a port; `isBind`: a port alone suffices; `fault`: replaces
 * all other checks.
 */
export interface HostPortField extends FieldBase {
  readonly kind: 'host-port'
  readonly isBind?: boolean
  readonly defaultPort?: number
  readonly fault?: (text: string) => string | undefined
  /** True if the text holds several addresses, separated by commas. */
  readonly isList?: boolean
}

export interface UrlField extends FieldBase {
  readonly kind: 'url'
  /** The permitted schemes; `http` and `https` by default. */
  readonly schemes?: readonly string[]
  /** True for a URL that EMQX requests by HTTP: a single fixed host, without user name, password or fragment. */
  readonly isFixedHost?: boolean
}

export interface TopicField extends FieldBase {
  readonly kind: 'topic'
  /** True for a topic filter, which may hold `+` and `#`; a topic to publish to may not. */
  readonly isFilter: boolean
}

/** An object whose values are texts, edited as a table of two columns. */
export interface MapField extends FieldBase {
  readonly kind: 'map'
  readonly keyLabel: string
  readonly valueLabel: string
  /** The range of values that are numbers in the API: topic priorities. */
  readonly valueRange?: { readonly min: number; readonly max: number; readonly message: string }
}

/**
 * A list of texts, each in its own control. With `isOfColumns`, all columns that placeholders can name can be added
 * at once.
 */
export interface ListField extends FieldBase {
  readonly kind: 'list'
  readonly itemLabel: string
  readonly of: 'text' | 'number' | 'topic' | 'host-port' | 'url'
  /** True if the API has a text with commas instead of a list. */
  readonly isCommaText?: boolean
  readonly isOfColumns?: boolean
}

/** A list of objects as a table: a row for each object, with paths relative to the row. */
export interface RowsField extends FieldBase {
  readonly kind: 'rows'
  readonly columns: readonly Field[]
  readonly addLabel: string
  /** The path whose value must be unique: rows with the same value are refused with `duplicateMessage`. */
  readonly uniqueBy?: string
  readonly duplicateMessage?: string
  readonly isOrdered?: boolean
  /** The maximum number of rows; if set, rows can also come from a CSV file. */
  readonly mostRows?: number
}

/** Related fields within a section; their paths are relative to the form, not to the object. */
export interface ObjectField extends FieldBase {
  readonly kind: 'object'
  readonly fields: readonly Field[]
}

export interface Variant {
  readonly id: string
  readonly label: string
  readonly fields: readonly Field[]
  /** The word that the API has instead of an object: `none`. Such a variant has no fields. */
  readonly word?: string | number | boolean
  /** Tells whether an API value belongs to this variant, if no discriminator tells it. */
  readonly matches: (value: unknown) => boolean
}

/** One of several objects at `path`; the paths of the variants' fields are relative to the form. */
export interface UnionField extends FieldBase {
  readonly kind: 'union'
  readonly variants: readonly Variant[]
  /** The name of the property of the object that holds the variant's id. */
  readonly discriminator?: string
}

/** A word of the API (`infinity`, `never`, `disabled`, `0s`) or a value: a switch beside a control. */
export interface OneOfField extends FieldBase {
  readonly kind: 'one-of'
  readonly word: string | number | boolean
  /** The label of the switch that stands for the word: "Unlimited". */
  readonly wordLabel: string
  /** The field for the value, with the same path; drawn while the word is not chosen. */
  readonly inner: ScalarField | MultiSelectField | ListField | MapField
}

/**
 * A write-only field: the broker sends six asterisks, which are sent back unchanged unless the secret is replaced or
 * cleared.
 */
export interface SecretField extends FieldBase {
  readonly kind: 'secret'
  /** `new-password` is for a password of a person and has rules; any other value is for a machine's secret. */
  readonly autoComplete?: 'new-password' | 'current-password' | 'off'
  /** True if the secret usually comes as a file, from which it can be read. */
  readonly isFile?: boolean
}

/** A PEM text, or the path of a file on the broker. */
export interface CertificateField extends FieldBase {
  readonly kind: 'certificate'
  readonly of: 'certificate' | 'key' | 'ca'
  /** For a key: the path of the certificate to which the key must belong. */
  readonly certificatePath?: string
}

export interface FileField extends FieldBase {
  readonly kind: 'file'
  /** The extensions with their dot: `.pem`, `.tar.gz`. */
  readonly extensions: readonly string[]
  readonly maxBytes?: number
}

export interface JsonField extends FieldBase {
  readonly kind: 'json'
  /**
   * The accepted values; any JSON by default. With `object-or-text`, input that is not an object is taken as a text.
   */
  readonly takes?: 'object' | 'object-or-text'
}

/** A date and time in RFC 3339, or a word such as `infinity` for never. */
export interface MomentField extends FieldBase {
  readonly kind: 'moment'
  /** The word for never, in the spelling of the API; without it a date and time is required. */
  readonly never?: string
  /** True if earlier times are refused, with the message that the specification gives. */
  readonly isFuture?: boolean
}

/** The fields whose state is a single text or switch. */
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
  /** The id of the section, which is the hash of its URL: `#tls`. */
  readonly id: string
  readonly title: string
  readonly note?: string
  /** The path of a toggle in the section's heading: TLS on or off. The fields are hidden while it is off. */
  readonly switch?: string
  readonly when?: readonly Condition[]
  readonly fields: readonly Field[]
}

/** A validation error of the form. `path` is the path of the control: `headers.2.key`. */
export interface FormFault {
  readonly path: string
  readonly message: string
}
