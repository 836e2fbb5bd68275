import type { TraceEvent, TraceRow } from '#domain/trace/trace-row.ts'
import { isObject } from '#lib/parse-json.ts'

/** The outcomes of a run of a rule, from the worst to the best. */
export const executionOutcomes = [
  'failed',
  'recursive',
  'outOfService',
  'requestExpired',
  'actionFailed',
  'running',
  'noResult',
  'passed',
] as const
export type Outcome = (typeof executionOutcomes)[number]

export type ActionState =
  | 'running'
  | 'success'
  /** In a dry run: the template was rendered, and nothing was sent. */
  | 'rendered'
  | 'failed'
  | 'discarded'
  | 'requestExpired'
  | 'outOfService'
  | 'recursive'

/** A value in a line of the trace, by the line and the key of the value. */
export interface TraceLineText {
  readonly line: string
  readonly key: string
}

interface ActionStep {
  /** The name: `type:name`, `console`, or `republish:` and its template. */
  readonly name: string
  readonly startedAt: number
  endedAt: number | undefined
  state: ActionState
  /** The rendered templates. */
  request: TraceLineText | undefined
  result: TraceLineText | undefined
  reason: unknown
}

/** One run of a rule: its input, the result of the statement, and the outcome of each action. */
export interface Execution {
  readonly id: string
  readonly node: string
  /** The time on the node, in milliseconds since 1970. */
  readonly startedAt: number
  readonly clientid: string | undefined
  readonly topic: string | undefined
  readonly event: string | undefined
  readonly isDry: boolean
  readonly input: TraceLineText
  statement: 'running' | 'result' | 'noResult' | 'failed'
  statementAt: number | undefined
  output: TraceLineText | undefined
  /** The fault of the statement: the clause that failed, in the broker's word, and the reason. */
  fault: { readonly name: string; readonly reason: unknown } | undefined
  readonly actions: readonly ActionStep[]
  outcome: Outcome
}

interface Draft extends Execution {
  readonly trigger: number
  readonly actions: ActionStep[]
}

const statementFaults = /^(?:\w+_clause_exception|apply_rule_failed)$/

const endings: Readonly<Record<string, ActionState | undefined>> = {
  action_success: 'success',
  action_failed: 'failed',
  action_stopped_after_template_rendering: 'rendered',
  discarded: 'discarded',
  out_of_service: 'outOfService',
  request_expired: 'requestExpired',
}

/**
 * Reads the runs of one rule. Lines of other rules, of connectors, and of runs whose beginning was dropped are
 * ignored.
 */
export function readExecutions(rows: readonly TraceRow[], ruleId: string): readonly Execution[] {
  const all: Draft[] = []
  const byTrigger = new Map<string, Draft[]>()
  for (const row of rows) {
    if (row.kind === 'raw' || !listIds(row, 'rule_id').includes(ruleId)) continue
    for (const trigger of listTriggers(row)) {
      const key = `${row.node} ${trigger}`
      const drafts = byTrigger.get(key) ?? []
      if (row.msg === 'rule_activated') {
        const begun = begin(row, trigger)
        all.push(begun)
        byTrigger.set(key, [...drafts, begun])
      } else tell(row, drafts)
    }
  }
  for (const draft of all) draft.outcome = findWorstOutcome(draft)
  return all
}

/** Returns `rule_id`, or `rule_ids` if requests were sent together; likewise the ids of clients. */
function listIds({ meta, clientid }: TraceEvent, kind: 'rule_id' | 'client_id'): readonly unknown[] {
  const several = meta[`${kind}s`]
  const one = kind === 'rule_id' ? meta['rule_id'] : clientid
  return Array.isArray(several) ? several : one === undefined ? [] : [one]
}

function listTriggers({ meta }: TraceEvent): readonly number[] {
  const triggers = meta['rule_trigger_ts']
  if (!Array.isArray(triggers)) return []
  return triggers.filter((trigger) => typeof trigger === 'number')
}

const textIn = (value: unknown, key: string): string | undefined => {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' ? found : undefined
}

function begin(row: TraceEvent, trigger: number): Draft {
  const input = row.meta['input']
  return {
    id: row.id,
    node: row.node,
    trigger,
    startedAt: row.at,
    clientid: row.clientid ?? textIn(input, 'clientid'),
    topic: textIn(input, 'topic'),
    event: textIn(input, 'event') ?? textIn(input, 'event_type'),
    isDry: row.meta['stop_action_after_render'] === true,
    input: { line: row.line, key: 'input' },
    statement: 'running',
    statementAt: undefined,
    output: undefined,
    fault: undefined,
    actions: [],
    outcome: 'running',
  }
}

/**
 * Several runs may begin within one millisecond: they are told apart by client, and for the same client the line
 * belongs to the first run that still waits for such a line.
 */
function tell(row: TraceEvent, drafts: readonly Draft[]): void {
  const clients = listIds(row, 'client_id')
  const concerned = drafts.filter(
    ({ clientid }) => clients.length === 0 || clientid === undefined || clients.includes(clientid),
  )
  const waiting = concerned.filter(({ statement }) => statement === 'running')
  const { msg, meta } = row
  if (msg === 'SQL_yielded_result' || msg === 'SQL_yielded_no_result') {
    const [draft] = waiting
    if (draft === undefined) return
    draft.statement = msg === 'SQL_yielded_result' ? 'result' : 'noResult'
    draft.statementAt = row.at
    if (draft.statement === 'result') draft.output = { line: row.line, key: 'result' }
    return
  }
  if (statementFaults.test(msg)) {
    const [draft] = waiting
    if (draft === undefined) return
    draft.statement = 'failed'
    draft.statementAt = row.at
    draft.fault = { name: msg, reason: meta['reason'] ?? meta['exception'] }
    return
  }
  tellAction(row, concerned)
}

function tellAction(row: TraceEvent, drafts: readonly Draft[]): void {
  const { msg, meta } = row
  const name = actionName(meta['action_info'])
  if (msg === 'call_action_function' || msg === 'bridge_action') {
    // The statement of a run ends before its actions begin, so the action belongs to the last run with a result.
    drafts.findLast(({ statement }) => statement === 'result')?.actions.push(beginAction(name, row.at))
    return
  }
  const running = drafts
    .flatMap(({ actions }) => actions)
    .filter((action) => action.state === 'running' && (name === undefined || action.name === name))
  if (msg === 'action_template_rendered') {
    const action = atWork(running.filter(({ request }) => request === undefined))
    if (action !== undefined) action.request = { line: row.line, key: 'result' }
    return
  }
  const action = atWork(running)
  if (action === undefined) return
  if (msg === 'recursive_republish_detected') {
    end(action, 'recursive', row.at)
    return
  }
  const state = endings[msg]
  if (state === undefined) return
  end(action, state, row.at)
  if (state === 'success') action.result = { line: row.line, key: 'result' }
  else if (state !== 'rendered') action.reason = meta['reason'] ?? meta['cause'] ?? meta['exception']
}

/**
 * Requests to other systems are answered in order; the rule's own actions may trigger the same rule before they end.
 */
function atWork(running: readonly ActionStep[]): ActionStep | undefined {
  const isOwn = running.every(({ name }) => name === 'console' || name.startsWith('republish:'))
  return isOwn ? running.at(-1) : running[0]
}

const beginAction = (name: string | undefined, startedAt: number): ActionStep => ({
  name: name ?? '',
  startedAt,
  endedAt: undefined,
  state: 'running',
  request: undefined,
  result: undefined,
  reason: undefined,
})

function end(action: ActionStep, state: ActionState, at: number): void {
  action.state = state
  action.endedAt = at
}

function actionName(info: unknown): string | undefined {
  const name = textIn(info, 'name')
  if (name !== undefined) return `${textIn(info, 'type') ?? ''}:${name}`
  const func = textIn(info, 'func')
  const topic = isObject(info) ? textIn(info['args'], 'topic') : undefined
  return func === undefined || topic === undefined ? func : `${func}:${topic}`
}

const outcomeOfAction: Readonly<Record<ActionState, Outcome>> = {
  running: 'running',
  success: 'passed',
  rendered: 'passed',
  failed: 'actionFailed',
  discarded: 'outOfService',
  requestExpired: 'requestExpired',
  outOfService: 'outOfService',
  recursive: 'recursive',
}

const outcomeOfStatement: Readonly<Record<Execution['statement'], Outcome>> = {
  running: 'running',
  result: 'passed',
  noResult: 'noResult',
  failed: 'failed',
}

/** Returns the worst outcome among the statement and the actions of a run. */
function findWorstOutcome({ statement, actions }: Execution): Outcome {
  const all = [outcomeOfStatement[statement], ...actions.map(({ state }) => outcomeOfAction[state])]
  return executionOutcomes.find((outcome) => all.includes(outcome)) ?? 'running'
}
