import { createContext, type ReactNode } from 'react'
import type { CodePiece } from '#ui/code-colours.tsx'

/** Words that the databases behind the broker share, in the order of a reserved-word list. */
const words = new Set(
  (
    'add all alter and any array as asc begin between bigint binary blob boolean by call case cast char column commit ' +
    'conflict constraint create cross current_date current_timestamp database date datetime decimal declare default ' +
    'delete desc distinct do double drop duplicate else end exec exists false float for from full function group having ' +
    'if ignore in inner insert int integer interval into is join json jsonb key left like limit longblob longtext merge ' +
    'not nothing now null numeric nvarchar offset on or order outer over overwrite partition primary procedure real ' +
    'references replace returning right row rows select set smallint stable string super table tags text then time ' +
    'timestamp timestamptz tinyint to top true truncate ttl union unique unsigned update upsert use using uuid value ' +
    'values varbinary varchar when where with'
  ).split(' '),
)

const placeholder = String.raw`\$\{[^}]*\}`
const sql = new RegExp(
  [
    `(?<place>${placeholder})`,
    String.raw`(?<comment>--[^\n]*|/\*[\s\S]*?(?:\*/|$))`,
    // A placeholder within quotes is filled in like any other, so the text ends before it.
    String.raw`(?<text>'(?:[^'$]|''|\$(?!\{))*'?)`,
    String.raw`(?<digit>\b\d+(?:\.\d+)?\b)`,
    String.raw`(?<word>\b[a-z_][\w]*\b)`,
  ].join('|'),
  'gi',
)
const json = new RegExp(
  [
    // A string is matched to its end, because a quote behind a placeholder would otherwise begin another text.
    String.raw`(?<whole>"(?:[^"\\]|\\.)*"?)`,
    `(?<place>${placeholder})`,
    String.raw`(?<digit>-?\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b)`,
    String.raw`(?<word>\b(?:true|false|null)\b)`,
  ].join('|'),
  'g',
)
const plain = new RegExp(`(?<place>${placeholder})`, 'g')

export type TemplateSyntax = 'sql' | 'json' | 'line-protocol'
const patterns: Readonly<Record<TemplateSyntax, RegExp>> = { sql, json, 'line-protocol': plain }

/** Splits a template into its placeholders and, for SQL and JSON, their words, texts, numbers and comments. */
export function templateColours(text: string, syntax: TemplateSyntax | undefined): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(
    syntax === undefined ? plain : patterns[syntax],
  )) {
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push(...(groups['whole'] === undefined ? [toCodePiece(whole, groups)] : withPlaces(whole)))
    end = index + whole.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

const toCodePiece = (text: string, groups: Groups): CodePiece => {
  const kind = findPieceKind(text, groups)
  return kind === undefined ? { text } : { text, kind }
}

const withPlaces = (text: string): readonly CodePiece[] =>
  text
    .split(new RegExp(`(${placeholder})`))
    .map((part, at) => ({ text: part, kind: at % 2 === 1 ? 'place' : 'text' }) as const)
    .filter((piece) => piece.text !== '')

type Groups = Readonly<Record<string, string | undefined>>

function findPieceKind(whole: string, { place, comment, text, digit }: Groups) {
  if (place !== undefined) return 'place'
  if (comment !== undefined) return 'comment'
  if (text !== undefined) return 'text'
  if (digit !== undefined) return 'digit'
  return words.has(whole.toLowerCase()) ? 'word' : undefined
}

export interface RenderOptions {
  readonly syntax?: TemplateSyntax | undefined
  /** True if values missing in the sample are null. */
  readonly isMissingNull?: boolean
}

/** Describes the messages from which the broker fills in placeholders. */
export interface TemplateHelp {
  /** The names that placeholders may use: `payload.temperature`. */
  readonly columns: readonly string[]
  /** Returns the text that the broker makes of a template for the sample; without a sample nothing is shown. */
  readonly render?: (template: string, options?: RenderOptions) => string
  /** The path of the field that turns missing values into null. */
  readonly nullSwitch?: string
  /** Called when the user wants another sample. */
  readonly onChoose?: () => void
}

export const TemplateHelpContext = createContext<TemplateHelp>({ columns: [] })

/** A formal language for the editor: with line numbers, colours, and errors by line. */
export interface CodeLanguage {
  readonly highlight: (text: string) => readonly CodePiece[]
  /** Returns the first error; lines count from 1, and the message names its line. */
  readonly fault: (text: string) => { readonly line: number; readonly message: string } | undefined
  /** Shows the meaning of the text below it. */
  readonly Summary: (props: { readonly text: string }) => ReactNode
}
