import { readValue } from '#kit/form/controls/control-props.ts'
import type { HostPortField, JsonField, Option } from '#kit/form/field.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import type { ValueCodec } from './value-codec.ts'

/** Returns the text that a text control shows for any value of the API. */
export function printText(api: unknown): string {
  if (api === undefined || api === null) return ''
  return typeof api === 'string' ? api : JSON.stringify(api)
}

interface FreeText {
  readonly isOmittedEmpty?: boolean
  readonly isRequired?: boolean
  readonly suggestions?: readonly Option[]
}

/** Returns the value of the API that is written like the text. */
export function parseApiValue(options: readonly Option[], text: string): unknown {
  const option = options.find(({ value }) => String(value) === text)
  return option === undefined ? text : option.value
}

/** Handles a text that may be empty: an empty text is sent unless the field omits it or requires a text. */
export function textCodec({ isOmittedEmpty, isRequired, suggestions = [] }: FreeText): ValueCodec {
  return {
    toForm: printText,
    toApi: (value) => {
      const text = readValue.text(value)
      if (text === '' && (isOmittedEmpty === true || isRequired === true)) return undefined
      return parseApiValue(suggestions, text)
    },
  }
}

/** Creates a codec for a text with a format: blanks around it are removed, and an empty text is not sent. */
export function createTextCodec(
  print: (api: unknown) => string,
  read: (text: string) => unknown,
): ValueCodec {
  return {
    toForm: print,
    toApi: (value) => {
      const text = readValue.text(value).trim()
      return text === '' ? undefined : read(text)
    },
  }
}

export function hostPortCodec({ isList }: HostPortField): ValueCodec {
  const print = (api: unknown) => (Array.isArray(api) ? api.map(printText).join(', ') : printText(api))
  const text = createTextCodec(print, (hosts) => hosts)
  return {
    toForm: text.toForm,
    toApi: (value, original) => {
      const hosts = text.toApi(value, original)
      return isList === true && Array.isArray(original) && typeof hosts === 'string'
        ? hosts.split(',').map((host) => host.trim())
        : hosts
    },
  }
}

export function jsonCodec({ takes }: JsonField): ValueCodec {
  const isTextToo = takes === 'object-or-text'
  const read = (text: string) => {
    const parsed = parseJsonText(text)
    return parsed === undefined || (isTextToo && !isPlainObject(parsed.value)) ? text : parsed.value
  }
  return createTextCodec((api) => {
    if (api === undefined) return ''
    return isTextToo && typeof api === 'string' && read(api) === api ? api : JSON.stringify(api, null, 2)
  }, read)
}

/** Parses a JSON text; returns undefined if the text is not JSON. */
export function parseJsonText(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
