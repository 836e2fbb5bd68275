import { readValue } from '#kit/form/controls/control-props.ts'
import type { TextField } from '#kit/form/field.ts'
import { toApiList } from './choice-codec.ts'
import { printText } from './text-codec.ts'
import type { ValueCodec } from './value-codec.ts'

/** Matches one word of a line: plain, or in quotes with `\\` before a quote; a placeholder is never split. */
const word = /(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\$\{[^}]*\}|[^\s"'])+/gs

/** Splits `SET "a b" ${x}` into its words; returns undefined while a quote is open. */
export function commandWords(line: string): readonly string[] | undefined {
  const rest = line.replaceAll(word, '')
  return rest.trim() === '' ? Array.from(line.matchAll(word), ([one]) => unquoteWord(one)) : undefined
}

function unquoteWord(one: string): string {
  return one.replaceAll(
    /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gs,
    (_whole, double: string | undefined, single: string | undefined) =>
      (double ?? single ?? '').replaceAll(/\\([\\"'])/g, '$1'),
  )
}

/** Quotes a word so that it is parsed as the same word again. */
function quoteWord(one: string): string {
  const isPlain = commandWords(one)?.length === 1 && commandWords(one)?.[0] === one
  return isPlain ? one : `"${one.replaceAll(/[\\"']/g, '\\$&')}"`
}

/** Shows the words of a command as one line. */
export function commandCodec({ isOmittedEmpty, isRequired }: TextField): ValueCodec {
  return {
    toForm: (api) =>
      toApiList(api)
        .map((one) => quoteWord(printText(one)))
        .join(' '),
    toApi: (value) => {
      const line = readValue.text(value)
      const words = commandWords(line) ?? [line]
      return words.length === 0 && (isOmittedEmpty === true || isRequired === true) ? undefined : words
    },
  }
}
