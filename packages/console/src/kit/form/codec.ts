import { sizeCodec } from '#kit/form/codec/byte-size.ts'
import { multiSelectCodec, selectCodec, toApiList, toggleCodec } from '#kit/form/codec/choice-codec.ts'
import { commandCodec } from '#kit/form/codec/command-codec.ts'
import { durationCodec, toDurationMs } from '#kit/form/codec/duration.ts'
import { listCodec, mapCodec } from '#kit/form/codec/list-codec.ts'
import { momentCodec } from '#kit/form/codec/moment-codec.ts'
import { numberCodec, percentCodec, rateCodec } from '#kit/form/codec/number-codec.ts'
import { hostPortCodec, jsonCodec, printText, textCodec } from '#kit/form/codec/text-codec.ts'
import { unionToApi, unionToForm, withVariantName } from '#kit/form/codec/union-codec.ts'
import type { ValueCodec } from '#kit/form/codec/value-codec.ts'
import { readValue } from '#kit/form/controls/control-props.ts'
import { memoizePair } from '#lib/memoize-pair.ts'
import type { Field, OneOfField, RowsField, SecretField } from './field.ts'
import {
  type FormValue,
  type FormValues,
  formValueAt,
  isPlainObject,
  sameValue,
  valueAt,
  withoutValueAt,
  withValueAt,
} from './form-value.ts'
import { allFields, holds, openUnions } from './visibility.ts'

/**
 * Each row of the state stores at `$row` the row of the broker from which it came: wherever it is moved, it keeps the
 * values that no column knows, secrets included. A new row has no `$row`.
 */
const origin = '$row'

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

type ApiObject = Readonly<Record<string, unknown>>

/** Returns the state of a field's control for a value of the API. */
export function toForm(field: Field, api: unknown): FormValue {
  return makeCodec(field).toForm(api)
}

/**
 * Returns the value to send for the state of a control; undefined leaves it out. An unchanged value keeps the
 * broker's spelling: 0.75 does not become `75%`.
 */
export function toRequest(field: Field, value: FormValue, original: unknown): unknown {
  const codec = makeCodec(field)
  return value === undefined || sameValue(value, codec.toForm(original))
    ? original
    : codec.toApi(value, original)
}

/**
 * Returns the state of a list of fields. A hidden setting without a value starts at its default, for when it appears.
 */
export function fieldsToForm(
  fields: readonly Field[],
  api: ApiObject,
  shownIn: (values: FormValues) => readonly Field[] = (values) => openUnions(fields, values),
): FormValues {
  const values = fields.reduce((state, field) => fieldToForm(state, field, api), empty)
  const shown = new Set(shownIn(values).map(({ path }) => path))
  return allFields(fields)
    .filter(
      ({ path, default: known, start = known }) =>
        !shown.has(path) && start !== undefined && valueAt(api, path) === undefined,
    )
    .reduce((state, field) => withState(state, field, startState(field)), values)
}

/** Returns the state of the control for a new object. */
export function startState(field: Field): FormValue {
  return toForm(field, field.start ?? field.default)
}

/** Writes the shown fields into the object; keys that no field knows stay, and so do the values of hidden fields. */
export function fieldsToApi(fields: readonly Field[], values: FormValues, api: ApiObject): ApiObject {
  return fields
    .filter((field) => holds(field.when, values) && field.readOnly === undefined)
    .reduce((next, field) => fieldToApi(next, field, values), api)
}

/**
 * Adds the defaults shown in the controls to the object: a new object states them, whatever the broker's defaults
 * are.
 */
export function withDefaults(fields: readonly Field[], values: FormValues, api: ApiObject): ApiObject {
  const shown = openUnions(fields, values)
  const filled = shown
    .filter((field) => field.default !== undefined && valueAt(api, field.path) === undefined)
    .filter((field) => sameValue(formValueAt(values, field.path), toForm(field, field.default)))
    .reduce((next, field) => withValueAt(next, field.path, field.default), api)
  return shown.reduce(
    (next, field) => (field.kind === 'union' ? withVariantName(field, values, next) : next),
    filled,
  )
}

function fieldToForm(state: FormValues, field: Field, api: ApiObject): FormValues {
  switch (field.kind) {
    case 'object':
      return field.fields.reduce((next, inner) => fieldToForm(next, inner, api), state)
    case 'union':
      return unionToForm(field, state, api, fieldToForm)
    default:
      return withState(state, field, toForm(field, valueAt(api, field.path)))
  }
}

function fieldToApi(next: ApiObject, field: Field, values: FormValues): ApiObject {
  switch (field.kind) {
    case 'object':
      return fieldsToApi(field.fields, values, next)
    case 'union':
      return unionToApi(field, values, next, { toApi: fieldsToApi, withDefaults })
    default: {
      const before = valueAt(next, field.path)
      const after = toRequest(field, formValueAt(values, field.path), before)
      if (after === before) return next
      return after === undefined ? withoutValueAt(next, field.path) : withValueAt(next, field.path, after)
    }
  }
}

/** Fields without a state of their own add nothing. */
function withState(state: FormValues, { kind, path }: Field, value: FormValue): FormValues {
  return kind === 'object' || kind === 'union' ? state : withValueAt(state, path, value)
}

const empty: FormValues = {}

function wayOfRows(field: RowsField): ValueCodec {
  return rowsCodec(field, {
    toForm: (row) => fieldsToForm(field.columns, row),
    toApi: (values, row) =>
      fieldsToApi(field.columns, values, row ?? withDefaults(field.columns, values, {})),
  })
}

/** Every key press compares the rows with the original rows, also the untouched ones, so the result is memoized. */
const rowsToForm = memoizePair((field: RowsField, api: readonly unknown[]) => wayOfRows(field).toForm(api))

function makeCodec(field: Field): ValueCodec {
  switch (field.kind) {
    case 'text':
      return field.isCommand === true ? commandCodec(field) : textCodec(field)
    case 'lines':
    case 'url':
    case 'topic':
    case 'certificate':
      return textCodec(field)
    case 'number':
      return numberCodec()
    case 'toggle':
      return toggleCodec(field)
    case 'select':
      return selectCodec(field)
    case 'multi-select':
      return multiSelectCodec(field)
    case 'duration':
      return durationCodec(field)
    case 'byte-size':
      return sizeCodec()
    case 'percent':
      return percentCodec()
    case 'rate':
      return rateCodec()
    case 'host-port':
      return hostPortCodec(field)
    case 'json':
      return jsonCodec(field)
    case 'list':
      return listCodec(field)
    case 'map':
      return mapCodec(field)
    case 'rows':
      return {
        ...wayOfRows(field),
        toForm: (api) => rowsToForm(field, toApiList(api ?? field.default)),
      }
    case 'one-of':
      return oneOfCodec(field, makeCodec(field.inner))
    case 'secret':
      return secretCodec(field)
    case 'moment':
      return momentCodec(field)
    case 'file':
      return { toForm: () => undefined, toApi: (value) => value }
    case 'object':
    case 'union':
      return { toForm: () => undefined, toApi: (_value, original) => original }
  }
}

/**
 * The state never holds the stored secret. "replace" without any text keeps the secret: only "clear" empties it.
 * "give" is for a secret that the broker does not have yet, so there is nothing to keep.
 */
function secretCodec(field: SecretField): ValueCodec {
  return {
    toForm: (value) => ({ choice: isNothing(value) ? 'give' : 'unchanged', text: '' }),
    toApi: (value, original) => {
      const { choice, text } = readValue.parts(value)
      if (choice === 'clear') return field.isOmittedEmpty === true ? undefined : ''
      const isTyped = choice === 'replace' || choice === 'give'
      return isTyped && typeof text === 'string' && text !== '' ? text : original
    },
  }
}

/** Combines a switch for the word with the control for the other values. */
function oneOfCodec(field: OneOfField, inner: ValueCodec): ValueCodec {
  const valueToForm = (api: unknown): FormValue => inner.toForm(isWord(field, api) ? undefined : api)
  return {
    toForm: (api) => ({ isWord: isWord(field, api ?? field.default), value: valueToForm(api) }),
    toApi: (state, original) => {
      const { isWord: isChosen, value } = readValue.parts(state)
      if (isChosen === true) return field.word
      return sameValue(value, inner.toForm(original)) ? original : inner.toApi(value, original)
    },
  }
}

/** The broker may return `0s` as 0. */
function isWord({ word, inner }: OneOfField, api: unknown): boolean {
  if (api === word || printText(api) === String(word)) return true
  if (inner.kind !== 'duration') return false
  const duration = toDurationMs(api, inner.bareUnit)
  return duration !== undefined && duration === toDurationMs(word, inner.bareUnit)
}

type Row = Readonly<Record<string, unknown>>

/** Converts a row, with the form's own conversion one level down. */
interface RowCodec {
  toForm(row: Row): FormValues
  /** Without `row` the result is a new row. */
  toApi(values: FormValues, row: Row | undefined): Row
}

function rowsCodec(field: RowsField, row: RowCodec): ValueCodec {
  return {
    toForm: (api) =>
      toRows(api ?? field.default).map((one, at) => ({ ...row.toForm(one), [origin]: String(at) })),
    toApi: (value, original) => {
      const known = toRows(original ?? field.default)
      const rows = readValue.rows(value).map((values) => {
        const at = values[origin]
        return row.toApi(values, typeof at === 'string' ? known[Number(at)] : undefined)
      })
      return rows.length === 0 && field.isOmittedEmpty === true ? undefined : rows
    },
  }
}

function toRows(api: unknown): readonly Row[] {
  return toApiList(api).map((row) => (isPlainObject(row) ? row : {}))
}
