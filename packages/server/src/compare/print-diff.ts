import { compareOutcomes } from '@brokerdeck/console/compare/compare-sides.ts'
import { kindNames, outcomeNames } from '@brokerdeck/console/compare/messages.ts'
import { printable } from '#lib/printable.ts'
import type { DiffFormat } from '#options/compare-options.ts'
import type { KindDiff, ObjectDiff } from './kind-diff.ts'

interface Diff {
  readonly here: string
  readonly there: string
  readonly kinds: readonly KindDiff[]
}

export function printDiff(diff: Diff, format: DiffFormat, isColoured: boolean): string {
  switch (format) {
    case 'json':
      return printJson(diff)
    case 'markdown':
      return printMarkdown(diff)
    case 'text':
      return printText(diff, isColoured)
  }
}

function printJson({ here, there, kinds }: Diff): string {
  const differs = kinds.some(({ things }) => things.length > 0)
  const isComplete = kinds.every(({ isTold }) => isTold)
  // Characters that could control a terminal are escaped, which does not change the JSON.
  const text = JSON.stringify({ here, there, differs, isComplete, kinds }, undefined, 2)
  return `${text.replaceAll(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, asNumber)}\n`
}

const asNumber = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Returns the counts of each kind; for a kind that was not compared, the reason instead of the counts. */
function countRows(kinds: readonly KindDiff[]): readonly (readonly string[])[] {
  return kinds.map(({ kind, isTold, reason = '', counts }) => [
    kindNames[kind],
    ...(isTold ? compareOutcomes.map((outcome) => String(counts[outcome])) : [printable(reason)]),
  ])
}

const mostNamed = 20

function summaryLines({ kinds }: Diff): readonly string[] {
  const count = kinds.reduce((sum, { things }) => sum + things.length, 0)
  const untold = kinds.filter(({ isTold }) => !isTold).map(({ kind }) => kindNames[kind])
  const unequal = kinds.flatMap(({ kind, notComparable }) =>
    notComparable.map(({ id, paths }) => `${kind} ${printable(id, 80)}: ${printable(paths.join(', '), 200)}`),
  )
  const more = unequal.length - mostNamed
  return [
    ...(unequal.length === 0 ? [] : ['Not comparable, secrets and references:']),
    ...unequal.slice(0, mostNamed).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    count === 0
      ? untold.length === 0
        ? 'Nothing differs.'
        : 'Nothing differs in what could be compared.'
      : `${count === 1 ? '1 difference' : `${count} differences`}.`,
    ...(untold.length === 0 ? [] : [`Could not be compared: ${untold.join(', ')}.`]),
  ]
}

/** Returns a line for each field and each side that has the field. */
export function fieldLines({ differences, differenceCount }: ObjectDiff): readonly string[] {
  const lines = differences.flatMap(({ path, here, there }) => [
    ...(here === undefined ? [] : [`- ${printable(path)}: ${printable(here)}`]),
    ...(there === undefined ? [] : [`+ ${printable(path)}: ${printable(there)}`]),
  ])
  const more = differenceCount - differences.length
  return more > 0 ? [...lines, `  and ${more} more fields`] : lines
}

const colours: Readonly<Record<string, string>> = { '-': '\u001b[31m', '+': '\u001b[32m' }

function printText(diff: Diff, isColoured: boolean): string {
  const { here, there, kinds } = diff
  const paint = (line: string) => {
    const colour = isColoured ? colours[line.slice(0, 1)] : undefined
    return colour === undefined ? line : `${colour}${line}\u001b[0m`
  }
  const table = [['', ...compareOutcomes.map((outcome) => outcomeNames[outcome])], ...countRows(kinds)]
  const columns = table.filter(({ length }) => length > 2)
  const widths = [0, ...compareOutcomes.map((_, at) => at + 1)].map((at) =>
    Math.max(0, ...(at === 0 ? table : columns).map((row) => row[at]?.length ?? 0)),
  )
  const lines = [
    `− ${printable(here)} (here)`,
    `+ ${printable(there)} (there)`,
    '',
    ...table.map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    '',
    ...kinds.flatMap(({ kind, things }) =>
      things.flatMap((thing) => [
        `${kindNames[kind]} ${printable(thing.id)}: ${outcomeNames[thing.outcome].toLowerCase()}`,
        ...fieldLines(thing).map((line) => `  ${paint(line)}`),
      ]),
    ),
    ...(kinds.some(({ things }) => things.length > 0) ? [''] : []),
    ...summaryLines(diff),
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Escapes characters with a meaning in Markdown or in its HTML, and those by which a code hosting site would notify
 * users.
 */
const escapeMarkdown = (text: string) => printable(text).replaceAll(/[\\`*_{}[\]()<>#+\-!|~&@]/g, '\\$&')

function printMarkdown(diff: Diff): string {
  const { here, there, kinds } = diff
  const row = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  const lines = [
    `**${escapeMarkdown(there)}** (+) compared with **${escapeMarkdown(here)}** (−)`,
    '',
    row(['Kind', ...compareOutcomes.map((outcome) => outcomeNames[outcome])]),
    `|${' --- |'.repeat(compareOutcomes.length + 1)}`,
    ...countRows(kinds).map(row),
    '',
    ...kinds.flatMap(({ kind, things }) =>
      things.flatMap((thing) => [
        `**${kindNames[kind]} ${escapeMarkdown(thing.id)}**: ${outcomeNames[thing.outcome].toLowerCase()}`,
        '',
        ...fenceLines(fieldLines(thing)),
      ]),
    ),
    ...summaryLines(diff).flatMap((line) => [escapeMarkdown(line), '']),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

/** Encloses lines in a fence with more backticks than the lines contain in a row. */
function fenceLines(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)),
  )
  const fence = '`'.repeat(longest + 1)
  return [`${fence}diff`, ...lines, fence, '']
}
