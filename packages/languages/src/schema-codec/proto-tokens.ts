import { SchemaFault } from './schema-fault.ts'

export interface ProtoToken {
  readonly kind: 'word' | 'number' | 'text' | 'symbol'
  readonly text: string
  readonly line: number
}

const mostTokens = 100_000
const token =
  /(\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|([A-Za-z_]\w*)|(-?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([{}[\]();=,.<>:+-])/y

export function protoTokens(source: string): readonly ProtoToken[] {
  const tokens: ProtoToken[] = []
  let line = 1
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const from = token.lastIndex
    const found = token.exec(source)
    if (found === null) {
      const shown = JSON.stringify(source.slice(from, from + 1))
      throw new SchemaFault(`{scan_error,{${line},gpb_scan,{illegal,${shown}}},${line}}`, line)
    }
    const [text, blank, word, number, quoted] = found
    if (blank === undefined) {
      const kind =
        word !== undefined
          ? 'word'
          : number !== undefined
            ? 'number'
            : quoted !== undefined
              ? 'text'
              : 'symbol'
      tokens.push({ kind, text, line })
      if (tokens.length > mostTokens) throw new SchemaFault('{too_complex,protobuf_schema}', line)
    }
    line += text.split('\n').length - 1
  }
  return tokens
}

const mostPrinted = 5

/** Prints the tokens at an error as the broker does. */
export function printTokens(tokens: readonly ProtoToken[]): string {
  const shown = tokens.slice(0, mostPrinted).map(({ kind, text, line }) => {
    const value = text.slice(0, 100)
    if (kind === 'word') return `{<<${JSON.stringify(value)}>>,${line},<<${JSON.stringify(value)}>>}`
    if (kind === 'number') return `{int_lit,${line},${value}}`
    return kind === 'text'
      ? `{str_lit,${line},${JSON.stringify(value.slice(1, -1))}}`
      : `{'${value}',${line},'${value}'}`
  })
  return `[${shown.join(',')}]`
}
