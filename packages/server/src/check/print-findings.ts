import { type Finding, isFailure } from './findings.ts'

/** Lines of a table: what was asked, the status, what came of it. */
export function printFindings(findings: readonly Finding[]): readonly string[] {
  const rows = findings.map((finding) => ({ question: finding.question, ...resultOf(finding) }))
  const width = Math.max('Question'.length, ...rows.map((row) => row.question.length))
  const line = (question: string, answer: string, result: string) =>
    `${question.padEnd(width)}  ${answer.padEnd(6)}  ${result}`.trimEnd()
  return [
    line('Question', 'Answer', 'Result'),
    ...rows.flatMap(({ question, answer, results: [result = '', ...more] }) => [
      line(question, answer, printable(result)),
      ...more.map((one) => line('', '', printable(one))),
    ]),
  ]
}

export function printSummary(findings: readonly Finding[]): string {
  const count = (kind: Finding['verdict']['kind']) =>
    findings.filter(({ verdict }) => verdict.kind === kind).length
  const parts = [
    [count('read') + count('gone'), 'read'],
    [count('off'), 'switched off'],
    [count('unset'), 'not configured'],
    [count('unreadable'), 'not readable'],
    [count('lacking'), 'not offered by this broker'],
    [count('refused'), 'refused'],
    [count('silent'), 'without an answer'],
    [count('unasked'), 'not asked'],
  ] as const
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  const verdict = findings.some(isFailure)
    ? 'The console cannot be fully used with this broker.'
    : 'The console can be used with this broker.'
  const number = findings.length === 1 ? '1 question' : `${findings.length} questions`
  return `${number}: ${told.join(', ')}. ${verdict}`
}

function resultOf(finding: Finding): { readonly answer: string; readonly results: readonly string[] } {
  const { verdict, asked, isDispensable } = finding
  switch (verdict.kind) {
    case 'read':
      return { answer: String(verdict.status), results: [asked > 1 ? `read (${asked} asked)` : 'read'] }
    case 'gone':
      return { answer: String(verdict.status), results: ['gone while it was asked about'] }
    case 'unset':
      return { answer: String(verdict.status), results: ['not configured'] }
    case 'off':
      return { answer: String(verdict.status), results: ['switched off'] }
    case 'lacking':
      return {
        answer: String(verdict.status),
        results: [isDispensable ? 'not offered by this broker' : 'NOT OFFERED, though the console needs it'],
      }
    case 'refused':
      return { answer: String(verdict.status), results: [`REFUSED ${verdict.reason}`] }
    case 'silent':
      return { answer: '-', results: [`NO ANSWER ${verdict.reason}`] }
    case 'unreadable':
      return {
        answer: String(verdict.status),
        results: verdict.faults.map((fault) => `DOES NOT PARSE ${fault}`),
      }
    case 'unasked':
      return { answer: '-', results: [`not asked: ${verdict.reason}`] }
  }
}

/** What a broker says must not steer the terminal. */
export function printable(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain
}
