import { topicMatches } from '../topic.ts'
import { decodeJson } from './evaluate/decode-json.ts'
import { loadJq } from './evaluate/load-jq.ts'
import { type Outcome, type RunOptions, runStatement } from './evaluate/run-statement.ts'
import { Atom, type Term, type TermMap } from './evaluate/term.ts'
import type { ColumnExample, Example } from './rule-event.ts'
import type { Statement } from './statement.ts'
import type { TestContext } from './test-context.ts'

export interface TestSurroundings extends RunOptions {
  readonly node: string
  readonly ruleId: string
  readonly messageId: () => string
}

function toExampleTerm(example: Example): Term {
  return decodeJson(JSON.stringify(example))
}

function makeExampleTerm(example: ColumnExample, { now, node, messageId }: TestSurroundings): Term {
  switch (example.is) {
    case 'now':
      return BigInt(now())
    case 'id':
      return messageId()
    case 'node':
      return new Atom(node)
    case 'missing':
      return undefined
    case 'atom':
      return new Atom(example.name)
    case 'value':
      return toExampleTerm(example.value)
  }
}

/** Returns the columns of an event in the tester: the given columns, and examples for the others. */
export function testColumns({ event, columns }: TestContext, around: TestSurroundings): TermMap {
  const examples = event.columns.map(([name, example]): [string, Term] => [
    name,
    makeExampleTerm(example, around),
  ])
  const metadata = new Map<string, Term>([['rule_id', around.ruleId]])
  return new Map<string, Term>([...examples, ...columns, ['metadata', metadata]])
}

/** Returns the topic of the event: messages have their own topic. */
export function topicIn({ event, columns }: TestContext): string {
  if (event.name === 'message.publish') return String(columns.get('topic') ?? '')
  return String(columns.get('event') ?? event.topic)
}

/** Runs a statement on a test context, as the broker's tester does. */
export async function testStatement(
  statement: Statement,
  context: TestContext,
  around: TestSurroundings,
): Promise<Outcome> {
  const topic = topicIn(context)
  if (!statement.sources.some(({ name }) => name === topic || topicMatches(name, topic)))
    return { kind: 'no-match' }
  await loadJq(statement)
  return runStatement(statement, testColumns(context, around), around)
}
