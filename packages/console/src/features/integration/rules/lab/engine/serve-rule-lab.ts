import { loadJq } from '@brokerdeck/languages/rule-sql/evaluate/load-jq.ts'
import { runStatement } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import type { Statement } from '@brokerdeck/languages/rule-sql/statement.ts'
import { testColumns } from '@brokerdeck/languages/rule-sql/test-statement.ts'
import { type WorkerPort, workerPort } from '#domain/mqtt-link/worker-port.ts'
import { readTestContext } from '#features/integration/rules/lab/read-context.ts'
import { truncate } from '#lib/visible-text.ts'
import {
  createTestSurroundings,
  cutOutput,
  evaluateMessage,
  evaluateTwice,
  isChanged,
} from './evaluate-message.ts'
import {
  type AbsentPart,
  type LabAnswer,
  type LabCommand,
  type LabOutcome,
  type LabResult,
  type Lane,
  labCommandSchema,
  type MissingPart,
} from './lab-command.ts'
import { lineValues } from './line-values.ts'
import { gatherJqAnswers } from './load-browser-jq.ts'
import { messagePath } from './message-path.ts'
import { missingParts } from './missing-parts.ts'

/** The duration of a work slice in milliseconds, after which the worker checks for a newer command. */
const slice = 20

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** The worker's side: evaluates the newest command of each lane. Returns a function that stops it. */
export function serveRuleLab(port: MessagePort): () => void {
  const newest = new Map<Lane, number>()
  const channel: WorkerPort<LabAnswer> = workerPort(port, labCommandSchema, (command) => {
    newest.set(command.lane, command.run)
    void run(command)
  })

  async function run(command: LabCommand): Promise<void> {
    const isCurrent = () => newest.get(command.lane) === command.run
    // If several commands arrive together, only the newest of them is started.
    await nextTurn()
    if (!isCurrent()) return
    const answer = await runCommand(command, async (index) => {
      channel.send({ kind: 'at', run: command.run, index })
      await nextTurn()
      return isCurrent()
    })
    if (answer !== undefined && isCurrent()) channel.send(answer)
  }

  return () => {
    newest.clear()
    channel.close()
  }
}

/** Calls `mayGoOn` at intervals; resolves with undefined if it is false. */
async function runCommand(
  command: LabCommand,
  mayGoOn: (index: number) => Promise<boolean>,
): Promise<LabAnswer | undefined> {
  const { run, sql, savedSql, contexts } = command
  const parsed = parseStatement(sql)
  if ('fault' in parsed) {
    const { kind: fault, found, from } = parsed.fault
    return { kind: 'fault', run, fault, found: truncate(found, maxFoundLength), from }
  }
  const saved = savedSql === undefined || savedSql === sql ? undefined : parseStatement(savedSql)
  const before = saved === undefined || 'fault' in saved ? undefined : saved.statement
  const results: LabResult[] = []
  const absent = new AbsentParts()
  await loadJq(parsed.statement)
  let worked = 0
  let since = performance.now()
  for (const [index, context] of contexts.entries()) {
    if (index === 0 || performance.now() - since > slice) {
      worked += index === 0 ? 0 : performance.now() - since
      if (!(await mayGoOn(index))) return undefined
      since = performance.now()
    }
    if (index % askedTogether === 0)
      await gatherFor(parsed.statement, contexts.slice(index, index + askedTogether), command.now)
    const result = await resultFor(parsed.statement, before, context, command)
    results.push(result)
    if (command.lane === 'all') absent.add(parsed.statement, context, command.now, result.outcome)
  }
  worked += performance.now() - since
  const missing = command.lane === 'all' ? { absent: absent.all() } : {}
  return { kind: 'done', run, results, ...missing, milliseconds: worked }
}

/** The number of messages whose jq questions are asked together. */
const askedTogether = 100

/** Collects the jq questions of the messages. If the first message asks none, the others hardly ask any either. */
async function gatherFor(statement: Statement, contexts: readonly string[], now: number): Promise<void> {
  const [first, ...more] = contexts
  if (first === undefined || more.length === 0) return
  const asked = await gatherJqAnswers(async () => void (await evaluateMessage(statement, first, now)))
  if (asked === 0) return
  await gatherJqAnswers(async () => {
    for (const context of more) await evaluateMessage(statement, context, now)
  })
}

/** The maximum number of characters of a name, which may be as long as the statement. */
const maxFoundLength = 200

const mostAbsent = 50

/** Counts the paths that lead to nothing, over the messages for which the part of the statement is evaluated. */
class AbsentParts {
  readonly #found = new Map<string, AbsentPart>()
  #selected = 0
  #conditions = 0

  add(statement: Statement, context: string, now: number, outcome: LabOutcome): void {
    const isAsked = outcome.kind === 'no-result' ? outcome.why !== 'source' : isEvaluated(outcome)
    if (!isAsked) return
    const isSelected = outcome.kind !== 'no-result' || outcome.why === 'empty'
    this.#conditions += 1
    if (isSelected) this.#selected += 1
    for (const part of missingFor(statement, context, now)) {
      if (!part.isCondition && !isSelected) continue
      const id = `${part.from} ${part.to}`
      const known = this.#found.get(id)
      if (known !== undefined) this.#found.set(id, { ...part, ...known, count: known.count + 1 })
      else if (this.#found.size < mostAbsent) this.#found.set(id, { ...part, count: 1, of: 0 })
    }
  }

  all(): AbsentPart[] {
    return [...this.#found.values()].map((part) => ({
      ...part,
      of: part.isCondition ? this.#conditions : this.#selected,
    }))
  }
}

/** If a message could not be evaluated completely or not here, the paths that it reads are not known. */
const isEvaluated = ({ kind }: LabOutcome) => kind === 'passes' || kind === 'fails'

async function resultFor(
  statement: Statement,
  before: Statement | undefined,
  context: string,
  { lane, now, sql, hasPath = false }: LabCommand,
): Promise<LabResult> {
  if (lane === 'chosen') {
    const { outcome, varies } = await evaluateTwice(statement, context, now)
    // A statement that exceeded the limit is not run again to get the values of its parts.
    const lines = outcome.kind === 'limit' ? [] : await lineValues(sql, statement, context, now)
    const path =
      hasPath && outcome.kind !== 'limit' ? await messagePath(sql, statement, context, now) : undefined
    const result = {
      outcome: cutOutput(outcome),
      varies: [...varies],
      lines: [...lines],
      ...(path === undefined ? {} : { path }),
    }
    if (before === undefined) return result
    const saved = cutOutput(await evaluateMessage(before, context, now))
    return { ...result, saved, isChanged: await isChanged([before, statement], outcome, context, now) }
  }
  const outcome = await evaluateMessage(statement, context, now)
  if (lane === 'cases') return { outcome: cutOutput(outcome) }
  // For many messages only the kind of the outcome is sent, because their outputs are not shown all at once.
  const short = outcome.kind === 'passes' ? { kind: outcome.kind, output: '' } : outcome
  if (before === undefined) return { outcome: short }
  return { outcome: short, isChanged: await isChanged([before, statement], outcome, context, now) }
}

/** Returns the paths of a statement that lead to nothing in a message. */
function missingFor(statement: Statement, text: string, now: number): readonly MissingPart[] {
  const context = readTestContext(text)
  if ('fault' in context) return []
  const [around] = createTestSurroundings(now)
  const columns = testColumns(context, around)
  const bare = { ...statement, kind: 'select', where: undefined, incase: undefined, each: undefined } as const
  return missingParts(statement, (fields) => {
    const outcome = runStatement({ ...bare, fields }, columns, {
      now: around.now,
      patience: 50,
      jqTimeout: 50,
    })
    return outcome.kind === 'result' ? outcome.rows[0] : undefined
  })
}
