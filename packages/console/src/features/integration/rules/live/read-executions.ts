import type { TraceEvent, TraceRow } from '#domain/trace/trace-row.ts'
import { isObject } from '#lib/parse-json.ts'

/** How a run of a rule ended, from the worst to the best. */
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
  /** Of a dry run: the template was rendered, and nothing was sent. */
  | 'rendered'
  | 'failed'
  | 'discarded'
  | 'requestExpired'
  | 'outOfService'
  | 'recursive'

/** Something a line says, where it stands in the line. */
export interface TraceLineText {
  readonly line: string
  readonly key: string
}

interface ActionStep {
  /** `type:name`, `console`, or `republish:` and its template. */
  readonly name: string
  readonly startedAt: number
  endedAt: number | undefined
  state: ActionState
  /** What its templates became. */
  request: TraceLineText | undefined
  result: TraceLineText | undefined
  reason: unknown
}

/** One run of a rule: what came in, what the statement made of it, and what became of each action. */
export interface Execution {
  readonly id: string
  readonly node: string
  /** Milliseconds since 1970, of the node. */
  readonly startedAt: number
  readonly clientid: string | undefined
  readonly topic: string | undefined
  readonly event: string | undefined
  readonly isDry: boolean
  readonly input: TraceLineText
  statement: 'running' | 'result' | 'noResult' | 'failed'
  statementAt: number | undefined
  output: TraceLineText | undefined
  /** Of the statement: which clause failed, in the broker's word, and why. */
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

/** Of one rule. Lines of other rules, of connectors, and of runs whose beginning was let go tell nothing here. */
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

/** `rule_id`, or `rule_ids` where requests went out together; likewise of clients. */
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
 * Several runs may begin within one millisecond: clients tell them apart, and of one client the first that still waits
 * for such a line.
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
    // The statement of a run is done before its actions begin: the last that yielded something is at it.
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

/** Requests to other systems are answered in turn; what a rule does itself may set off the same rule before it ends. */
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

/** The worst that happened in it. */
function findWorstOutcome({ statement, actions }: Execution): Outcome {
  const all = [outcomeOfStatement[statement], ...actions.map(({ state }) => outcomeOfAction[state])]
  return executionOutcomes.find((outcome) => all.includes(outcome)) ?? 'running'
}
