import { parseMoment } from '#kit/form/codec/moment-codec.ts'
import { readValue } from '#kit/form/controls/control-props.ts'
import {
  durationFault,
  numberFault,
  percentFault,
  rateFault,
  sizeFault,
} from '#kit/form/faults/amount-faults.ts'
import { listFaults, mapFaults } from '#kit/form/faults/list-faults.ts'
import {
  fileFault,
  findTopicFault,
  hostPortFault,
  jsonFault,
  patternFault,
  pemFault,
  urlFault,
} from '#kit/form/faults/text-faults.ts'
import { form as m } from '#kit/messages/form.ts'
import { describeTopicFault } from '#kit/topic-words/topic-fault.ts'
import { memoizePair } from '#lib/memoize-pair.ts'
import { toForm } from './codec.ts'
import type { Field, FormFault, OneOfField, RowsField, ScalarField, SecretField, Section } from './field.ts'
import { type FormValue, type FormValues, formValueAt, pathWithin, sameValue } from './form-value.ts'
import { activeFields, allFields, openUnions } from './visibility.ts'

export interface FaultContext {
  /** True if nothing is stored yet, so that an empty secret cannot stand for a stored one. */
  readonly isNew: boolean
  /** The state of the broker's document: values that the broker has accepted are not refused here. */
  readonly stored?: FormValues | undefined
  /** True within a table. */
  readonly isRow?: boolean
}

interface FieldContext extends FaultContext {
  /** The paths that were shown in the stored state: a hidden field has never been accepted as empty. */
  readonly wasShown?: ReadonlySet<string>
}

/**
 * Returns the validation errors of the fields that are shown and can be changed, in the order of the screen. Defaults
 * are not checked.
 */
export function formFaults(
  sections: readonly Section[],
  values: FormValues,
  context: FaultContext,
): readonly FormFault[] {
  const { stored } = context
  const wasShown = stored === undefined ? new Set<string>() : shownOf(sections, stored)
  return faultsOfFields(activeFields(sections, values), values, { ...context, wasShown })
}

const shownOf = memoizePair(
  (sections: readonly Section[], stored: FormValues): ReadonlySet<string> =>
    new Set(activeFields(sections, stored).map(({ path }) => path)),
)

function faultsOfFields(
  fields: readonly Field[],
  values: FormValues,
  context: FieldContext,
): readonly FormFault[] {
  return fields
    .filter(({ readOnly }) => readOnly === undefined)
    .flatMap((field) => {
      const value = formValueAt(values, field.path)
      const isDefault = field.default !== undefined && sameValue(value, toForm(field, field.default))
      const isNewlyAsked = isEmpty(field, value) && context.wasShown?.has(field.path) !== true
      const isStored =
        context.stored !== undefined &&
        !isNewlyAsked &&
        sameValue(value, formValueAt(context.stored, field.path))
      if ((isDefault || isStored) && field.kind !== 'moment') return []
      const faults = isEmpty(field, value) ? missing(field, context) : faultsOfField(field, value, context)
      return faults.map(({ path, message }) => ({
        path: path === '' ? field.path : pathWithin(field.path, path),
        message,
      }))
    })
}

/** Returns the errors of a field, with paths relative to the field. */
function faultsOfField(field: Field, value: FormValue, context: FaultContext): readonly FormFault[] {
  switch (field.kind) {
    case 'map':
      return mapFaults(field, value)
    case 'list':
      return listFaults(field, value)
    case 'rows':
      return rowsFaults(field, value, context)
    case 'one-of': {
      const { isWord, value: inner } = readValue.parts(value)
      if (isWord === true) return []
      if (isEmpty(field.inner, inner))
        return toFaults(needsValue(field) ? missingWords(field.inner) : undefined)
      return faultsOfField(field.inner, inner, context)
    }
    case 'secret':
      return toFaults(secretFault(field, value, context.isNew))
    case 'certificate':
      return toFaults(pemFault(readValue.text(value)))
    case 'file':
      return toFaults(value instanceof Blob ? fileFault(field, value) : undefined)
    case 'moment': {
      const { isNever, text } = readValue.parts(value)
      return toFaults(
        isNever === true ? undefined : momentFault(field.isFuture === true, readValue.text(text)),
      )
    }
    case 'multi-select':
    case 'object':
    case 'union':
      return []
    default:
      return toFaults(scalarFault(field, readValue.text(value)))
  }
}

function rowsFaults(field: RowsField, value: FormValue, context: FaultContext): readonly FormFault[] {
  const { columns, uniqueBy, duplicateMessage } = field
  const rows = readValue.rows(value)
  const hasMoment = allFields(columns).some(({ kind }) => kind === 'moment')
  const seen = new Set<string>()
  return rows.flatMap((row, at) => {
    const ofRow = hasMoment ? faultsOfRow(field, row, context.isNew) : pickKnownRow(context.isNew)(field, row)
    const faults = ofRow.map(({ path, message }) => ({ path: `${at}.${path}`, message }))
    if (uniqueBy === undefined) return faults
    const key = JSON.stringify(formValueAt(row, uniqueBy) ?? '')
    const isTwice = key !== '""' && seen.has(key)
    seen.add(key)
    const twice = { path: `${at}.${uniqueBy}`, message: duplicateMessage ?? m.duplicateKey }
    return isTwice ? [...faults, twice] : faults
  })
}

function faultsOfRow({ columns }: RowsField, row: FormValues, isNew: boolean): readonly FormFault[] {
  return faultsOfFields(openUnions(columns, row), row, { isNew, isRow: true })
}

/**
 * Caches the errors of rows, so that untouched rows are not checked again with every key press. Rows with a date and
 * time are excluded: that time may pass meanwhile.
 */
const ofNew = memoizePair((field: RowsField, row: FormValues) => faultsOfRow(field, row, true))
const ofStored = memoizePair((field: RowsField, row: FormValues) => faultsOfRow(field, row, false))
const pickKnownRow = (isNew: boolean) => (isNew ? ofNew : ofStored)

/**
 * Tells whether a value is required while the word is off: without a value the broker would use its default, which
 * must not be the word.
 */
function needsValue({ default: known, word, isOmittedEmpty }: OneOfField): boolean {
  return known === undefined ? isOmittedEmpty !== true : known === word
}

function secretFault(
  { label, isRequired }: SecretField,
  value: FormValue,
  isNew: boolean,
): string | undefined {
  const { choice, text } = readValue.parts(value)
  const isBlank = readValue.text(text) === ''
  const isFirst = isNew || choice === 'give'
  if (choice === 'clear' || (isFirst && isBlank)) return isRequired === true ? m.required(label) : undefined
  return choice === 'replace' && isBlank ? m.secretEmpty : undefined
}

function momentFault(isFuture: boolean, text: string): string | undefined {
  const moment = parseMoment(text)
  if (moment === undefined) return m.format
  return isFuture && Date.parse(moment) < Date.now() ? m.momentPassed : undefined
}

/** A field with a default may be left empty, because the broker fills it in. */
function missing(field: Field, { isRow }: FaultContext): readonly FormFault[] {
  const isNeeded = field.isRequired === true || (field.kind === 'moment' && field.never === undefined)
  if (!isNeeded || field.default !== undefined) return []
  if (field.kind === 'file') return toFaults(m.noFile)
  return toFaults(field.requiredMessage ?? (isRow === true ? m.incompleteTable : missingWords(field)))
}

/**
 * Returns the messages of the specification (§5): for a topic, a typed value, and a value that is chosen or given
 * otherwise.
 */
function missingWords(field: Field): string {
  const isTopic = field.kind === 'topic' || (field.kind === 'list' && field.of === 'topic')
  if (isTopic) return describeTopicFault('') ?? m.pleaseEnter
  return typedKinds.has(field.kind) ? m.pleaseEnter : m.required(field.label)
}

const typedKinds: ReadonlySet<Field['kind']> = new Set([
  'text',
  'lines',
  'number',
  'duration',
  'byte-size',
  'percent',
  'rate',
  'host-port',
  'url',
  'json',
  'list',
])

function isEmpty(field: Field, value: FormValue): boolean {
  switch (field.kind) {
    case 'toggle':
    case 'one-of':
    case 'secret':
    case 'object':
    case 'union':
      return false
    case 'multi-select':
    case 'list':
      return readValue.texts(value).every((item) => item.trim() === '')
    case 'map':
    case 'rows':
      return readValue.rows(value).length === 0
    case 'file':
      return !(value instanceof Blob)
    case 'moment': {
      const { isNever, text } = readValue.parts(value)
      return isNever !== true && readValue.text(text) === ''
    }
    default:
      return readValue.text(value).trim() === ''
  }
}

function toFaults(message: string | undefined): readonly FormFault[] {
  return message === undefined ? [] : [{ path: '', message }]
}

/** Returns the problem with the non-empty text of a control, as a sentence. */
function scalarFault(field: ScalarField, text: string): string | undefined {
  switch (field.kind) {
    case 'text':
      return patternFault(field, text)
    case 'number':
      return numberFault(field, text)
    case 'duration':
      return durationFault(field, text)
    case 'byte-size':
      return sizeFault(field, text)
    case 'percent':
      return percentFault(text)
    case 'rate':
      return rateFault(field, text)
    case 'host-port':
      return (field.fault ?? ((typed) => hostPortFault(field, typed)))(text)
    case 'url':
      return urlFault(field, text)
    case 'topic':
      return findTopicFault(field, text)
    case 'json':
      return field.takes === 'object-or-text' ? undefined : jsonFault(text, field.takes === 'object')
    case 'lines':
      return field.language?.fault(text)?.message
    case 'select':
    case 'toggle':
      return undefined
  }
}
