import { type ProtoToken, printTokens, protoTokens } from './proto-tokens.ts'
import { SchemaFault } from './schema-fault.ts'

const protoScalars = [
  ...(['double', 'float', 'int32', 'int64', 'uint32', 'uint64', 'sint32', 'sint64', 'fixed32'] as const),
  ...(['fixed64', 'sfixed32', 'sfixed64', 'bool', 'string', 'bytes'] as const),
] as const
export type ProtoScalar = (typeof protoScalars)[number]

export type ProtoType =
  | { readonly kind: 'scalar'; readonly name: ProtoScalar }
  | { readonly kind: 'message' | 'enum'; readonly name: string }

export interface ProtoField {
  readonly name: string
  readonly number: number
  readonly type: ProtoType
  readonly label: 'plain' | 'optional' | 'required' | 'repeated' | 'map'
  /** The type of the keys, for a map only. */
  readonly key: ProtoScalar | undefined
  readonly isPacked: boolean
  readonly oneof: string | undefined
}

export interface ProtoFile {
  /** The messages by their names inside the package: `Person`, `Person.Phone`. */
  readonly messages: ReadonlyMap<string, readonly ProtoField[]>
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, number>>
}

interface Unresolved extends Omit<ProtoField, 'type'> {
  readonly type: string
  readonly scope: string
  readonly line: number
}

const [deepest, largestNumber] = [32, 2 ** 29 - 1]

/** Parses one .proto file; throws an error in the broker's terms. Imports are not followed. */
export function readProtoFile(source: string): ProtoFile {
  return new ProtoReader(protoTokens(source)).whole()
}

class ProtoReader {
  readonly #tokens: readonly ProtoToken[]
  #at = 0
  #isThird = false
  #package = ''
  readonly #messages = new Map<string, Unresolved[]>()
  readonly #enums = new Map<string, Map<string, number>>()

  constructor(tokens: readonly ProtoToken[]) {
    this.#tokens = tokens
  }

  whole(): ProtoFile {
    while (this.#peek() !== undefined) this.#statement()
    const messages = [...this.#messages].map(
      ([name, fields]) => [name, fields.map((field) => this.#resolveField(field))] as const,
    )
    return { messages: new Map(messages), enums: this.#enums }
  }

  #statement(): void {
    const from = this.#at
    const token = this.#next('message, enum, service or option')
    switch (token.text) {
      case ';':
        return
      case 'syntax':
        this.#expect('=')
        this.#isThird = /3/.test(this.#next('proto2 or proto3').text)
        this.#expect(';')
        return
      case 'package':
        this.#package = this.#parseDotted()
        this.#expect(';')
        return
      case 'import':
        throw new SchemaFault(`{forbidden_single_file_import,${token.line}}`, token.line)
      case 'option':
        this.#skipTo(';')
        return
      case 'message':
        this.#message('', from, 0)
        return
      case 'enum':
        this.#enum('')
        return
      case 'service':
      case 'extend':
        this.#skipBlock()
        return
      default:
        throw this.#fault(from, 'expected message <name> { <fields, messages or enums> }')
    }
  }

  #message(scope: string, from: number, depth: number): void {
    const shape = 'expected message <name> { <fields, messages or enums> }'
    const named = this.#peek()
    if (named?.kind !== 'word') throw this.#fault(from, shape)
    this.#at += 1
    if (this.#peek()?.text !== '{') throw this.#fault(from, shape)
    this.#at += 1
    const name = scope === '' ? named.text : `${scope}.${named.text}`
    if (depth > deepest) throw new SchemaFault('{too_complex,protobuf_schema}', named.line)
    if (this.#messages.has(name))
      throw new SchemaFault(`{duplicate_message,'${name.slice(0, 255)}'}`, named.line)
    const fields: Unresolved[] = []
    this.#messages.set(name, fields)
    while (!this.#took('}')) this.#part(name, fields, depth)
    for (const [key, value] of [
      ['number', fields.map(({ number }) => String(number))],
      ['name', fields.map((field) => field.name)],
    ] as const) {
      const twice = value.find((one, at) => value.indexOf(one) < at)
      if (twice !== undefined)
        throw new SchemaFault(`{duplicate_field_${key},'${name.slice(0, 255)}','${twice}'}`, named.line)
    }
  }

  #part(scope: string, fields: Unresolved[], depth: number): void {
    const from = this.#at
    switch (this.#peek()?.text) {
      case ';':
        this.#at += 1
        return
      case 'option':
      case 'reserved':
      case 'extensions':
        this.#skipTo(';')
        return
      case 'extend':
        this.#skipBlock()
        return
      case 'enum':
        this.#at += 1
        this.#enum(scope)
        return
      case 'message':
        this.#at += 1
        this.#message(scope, from, depth + 1)
        return
      case 'oneof': {
        this.#at += 1
        const oneof = this.#word()
        this.#expect('{')
        while (!this.#took('}')) {
          if (this.#peek()?.text === 'option') this.#skipTo(';')
          else fields.push(this.#field(scope, oneof))
        }
        return
      }
      default:
        fields.push(this.#field(scope, undefined))
    }
  }

  #field(scope: string, oneof: string | undefined): Unresolved {
    const from = this.#at
    const { line } = this.#peek() ?? { line: 1 }
    const given = (['optional', 'required', 'repeated'] as const).find((one) => this.#took(one))
    let [label, key]: [ProtoField['label'], ProtoScalar | undefined] = [given ?? 'plain', undefined]
    let type = ''
    if (this.#peek()?.text === 'map' && this.#tokens[this.#at + 1]?.text === '<') {
      this.#at += 2
      const named = this.#word()
      key = protoScalars.find((one) => one === named)
      if (key === undefined || /^(?:double|float|bytes)$/.test(key))
        throw this.#fault(from, 'expected map < key type , value type >')
      this.#expect(',')
      type = this.#parseDotted()
      this.#expect('>')
      label = 'map'
    } else type = this.#parseDotted()
    const name = this.#word()
    this.#expect('=')
    const number = Number(this.#next('a number').text)
    if (!Number.isInteger(number) || number < 1 || number > largestNumber)
      throw this.#fault(from, 'expected a field number')
    const options = this.#options()
    this.#expect(';')
    const isPacked = options === undefined ? this.#isThird : options
    return { name, number, type, label, key, isPacked, oneof, scope, line }
  }

  /** Reads options; returns whether they set `packed`, undefined if they do not mention it. */
  #options(): boolean | undefined {
    if (!this.#took('[')) return undefined
    const texts: string[] = []
    while (!this.#took(']')) texts.push(this.#next('options').text)
    return /packed\s=\s(true|false)/.exec(texts.join(' '))?.[1] === 'true'
      ? true
      : texts.includes('packed')
        ? false
        : undefined
  }

  #enum(scope: string): void {
    const name = scope === '' ? this.#word() : `${scope}.${this.#word()}`
    this.#expect('{')
    const values = new Map<string, number>()
    while (!this.#took('}')) {
      const first = this.#peek()?.text
      if (first === 'option' || first === 'reserved') {
        this.#skipTo(';')
        continue
      }
      if (this.#took(';')) continue
      const from = this.#at
      const symbol = this.#word()
      this.#expect('=')
      const value = Number(this.#next('a number').text)
      if (!Number.isInteger(value)) throw this.#fault(from, 'expected an integer')
      this.#options()
      this.#expect(';')
      values.set(symbol, value)
    }
    this.#enums.set(name, values)
  }

  /** The type is looked up from the innermost scope outwards, as the language prescribes. */
  #resolveField({ type, scope, line, ...field }: Unresolved): ProtoField {
    const scalar = protoScalars.find((one) => one === type)
    if (scalar !== undefined) return { ...field, type: { kind: 'scalar', name: scalar } }
    const inPackage = this.#package === '' ? '' : `${this.#package}.`
    const absolute = type.startsWith('.') ? type.slice(1) : type
    const bare =
      inPackage !== '' && absolute.startsWith(inPackage) ? absolute.slice(inPackage.length) : absolute
    const scopes = type.startsWith('.')
      ? []
      : scope.split('.').map((_, at, all) => all.slice(0, all.length - at).join('.'))
    for (const name of [...scopes.map((one) => `${one}.${bare}`), bare]) {
      if (this.#messages.has(name)) return { ...field, type: { kind: 'message', name } }
      if (this.#enums.has(name)) return { ...field, type: { kind: 'enum', name } }
    }
    throw new SchemaFault(
      `{ref_to_undefined_msg_or_enum,{{'${scope.slice(0, 255)}',${field.name}},'${type.slice(0, 255)}'}}`,
      line,
    )
  }

  #peek(): ProtoToken | undefined {
    return this.#tokens[this.#at]
  }

  #next(expected: string): ProtoToken {
    const token = this.#peek()
    if (token === undefined) throw this.#fault(this.#at, `expected ${expected}`)
    this.#at += 1
    return token
  }

  #took(text: string): boolean {
    const token = this.#peek()
    if (token === undefined && text === '}') throw this.#fault(this.#at, 'expected }')
    if (token?.text !== text) return false
    this.#at += 1
    return true
  }

  #expect(text: string): void {
    if (this.#peek()?.text !== text) throw this.#fault(this.#at, `expected ${text}`)
    this.#at += 1
  }

  #word(): string {
    const token = this.#peek()
    if (token?.kind !== 'word') throw this.#fault(this.#at, 'expected a name')
    this.#at += 1
    return token.text
  }

  #parseDotted(): string {
    let name = this.#took('.') ? '.' : ''
    name += this.#word()
    while (this.#took('.')) name += `.${this.#word()}`
    return name
  }

  #skipTo(text: string): void {
    while (this.#next(text).text !== text);
  }

  #skipBlock(): void {
    this.#skipTo('{')
    for (let depth = 1; depth > 0; ) {
      const { text } = this.#next('}')
      depth += text === '{' ? 1 : text === '}' ? -1 : 0
    }
  }

  #fault(at: number, expected: string): SchemaFault {
    const from = Math.min(at, Math.max(0, this.#tokens.length - 1))
    const line = this.#tokens[from]?.line ?? 1
    const error = `{syntax_error,{before,${printTokens(this.#tokens.slice(from))}},${JSON.stringify(expected)}}`
    return new SchemaFault(`[{${line},gpb_parse,${error}}]`, line)
  }
}
