import { readProtoFile } from '@brokerdeck/contract/schema-codec/proto-file.ts'
import { SchemaFault } from '@brokerdeck/contract/schema-codec/schema-fault.ts'
import type { CodeLanguage } from '#kit/form/code-language.ts'
import { templateColours } from '#kit/form/template-colours.ts'
import type { CodePiece } from '#ui/code-colours.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { schemaForm as m } from '../messages/schemas.ts'

/** JSON begins like no Protobuf file does, and the other way round. */
const isJson = (text: string) => /^\s*[[{"]/.test(text)

const proto =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<text>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<digit>\b\d[\w.]*)|(?<word>\b(?:syntax|package|import|option|message|enum|service|rpc|returns|oneof|map|reserved|extensions|extend|optional|required|repeated|double|float|u?int(?:32|64)|sint(?:32|64)|s?fixed(?:32|64)|bool|string|bytes|true|false)\b)/g

function protoColours(text: string): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(proto)) {
    if (index > end) pieces.push({ text: text.slice(end, index) })
    const kind = (['comment', 'text', 'digit', 'word'] as const).find((one) => groups[one] !== undefined)
    pieces.push(kind === undefined ? { text: whole } : { text: whole, kind })
    end = index + whole.length
  }
  return end < text.length ? [...pieces, { text: text.slice(end) }] : pieces
}

/** Messages of a Protobuf schema, for whoever has to name one. */
function MessageTypes({ text }: { readonly text: string }) {
  if (isJson(text) || text.trim() === '') return null
  const names = messagesIn(text)
  if (names === undefined) return null
  return (
    <p>
      {`${m.messages}: `}
      {names.length === 0 ? m.noMessages : <Verbatim text={names.slice(0, 50).join(', ')} mono wrap />}
    </p>
  )
}

function messagesIn(text: string): readonly string[] | undefined {
  try {
    return [...readProtoFile(text).messages.keys()]
  } catch (error) {
    if (error instanceof SchemaFault) return undefined
    throw error
  }
}

/** Coloured as what it looks like; what is wrong is said by its type, which stands beside it. */
export const schemaLanguage: CodeLanguage = {
  highlight: (text) => (isJson(text) ? templateColours(text, 'json') : protoColours(text)),
  fault: () => undefined,
  Summary: MessageTypes,
}
