import { readJson, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { TraceLog } from '#domain/trace/log/trace-log.ts'
import { render } from '#testing/render-element.ts'
import { executionOutcomes, readExecutions } from './read-executions.ts'
import { RunItem } from './run-item.tsx'

/** Returns the rows of each node's log as the console parses them. */
async function rowsOf(logs: Readonly<Record<string, readonly string[]>>) {
  const texts = Object.entries(logs).map(([node, lines]) => [node, lines.map((line) => `${line}\n`).join('')])
  const files = new Map(texts.map(([node = '', text = '']) => [node, Buffer.from(text)]))
  const log = new TraceLog(async (node, position, bytes) => {
    const part = files.get(node)?.subarray(position, position + bytes) ?? Buffer.alloc(0)
    return { items: part.toString(), meta: { position: position + part.length } }
  })
  await log.catchUp(
    Array.from(files, ([node, { length }]) => ({ node, size: length })),
    () => undefined,
  )
  return log.state.rows
}

const recordedSchema = v.array(
  v.looseObject({
    name: v.string(),
    response: v.looseObject({ lines_parsed: v.optional(v.array(v.unknown()), []) }),
  }),
)

async function recordedExecutions(rule: string, names: readonly string[]) {
  const recorded = v.parse(recordedSchema, readJson('recordings/enterprise/rule-trace.json'))
  const logs = Object.fromEntries(
    names.map((name) => {
      const found = recorded.find((one) => one.name === name)
      return [name, found?.response.lines_parsed.map((line) => JSON.stringify(line)) ?? []]
    }),
  )
  return readExecutions(await rowsOf(logs), rule)
}

const toldOf = ({ outcome, actions }: ReturnType<typeof readExecutions>[number]) => [
  outcome,
  ...actions.map(({ name, state }) => `${name} ${state}`),
]

describe('the runs that a trace tells of', () => {
  recordedTest('are those of a real broker, on all its nodes', async () => {
    const executions = await recordedExecutions('traced', ['log-node-1', 'log-node-2'])
    const both = ['http:good', 'http:bad', 'console', 'republish:out/${clientid}']
    const rendered = both.map((name) => `${name} rendered`)
    const done = ['http:good success', 'http:bad failed', 'console success', `${both[3]} success`]
    expect(executions.map(toldOf)).toEqual([
      ['actionFailed', ...done],
      ['noResult'],
      ['passed', ...rendered],
      ['actionFailed', ...done],
      ['actionFailed', ...done],
    ])
    expect(executions.map(({ node }) => node)).toEqual([
      ...Array.from({ length: 4 }, () => 'log-node-1'),
      'log-node-2',
    ])
    expect(executions.map(({ isDry }) => isDry)).toEqual([false, false, true, false, false])
    const [first, , dry] = executions
    expect(first).toMatchObject({ clientid: 'c_emqx', topic: 'tr/1', event: 'message.publish' })
    expect(first?.input).toMatchObject({ key: 'input', line: expect.stringContaining('"topic":"tr/1"') })
    expect(first?.actions[1]?.reason).toMatchObject({ status_code: 400 })
    for (const { request } of dry?.actions ?? [])
      expect(request?.line).toMatch(/"payload":"40"|\\"temp\\": ?40/)
  })

  recordedTest('say which clause failed', async () => {
    const [run] = await recordedExecutions('broken', ['log-broken'])
    expect(run).toMatchObject({
      outcome: 'failed',
      fault: { name: 'SELECT_clause_exception', reason: expect.stringContaining('badarith') },
    })
  })

  recordedTest(
    'show what came in, what the statement made of it, and what each action sent and got',
    async () => {
      const [run] = await recordedExecutions('traced', ['log-node-1'])
      if (run === undefined) throw new Error('Nothing was recorded')
      render(<RunItem run={run} />)
      await userEvent.setup().click(screen.getByText('Action failed'))
      const steps = within(await screen.findByRole('list')).getAllByRole('listitem')
      const said = steps.map(({ textContent }) => textContent)
      expect(said).toHaveLength(6)
      expect(said[0]).toMatch(/^Input.*"clientid": "c_emqx".*"payload": "\{\\"temp\\": 30\}"/s)
      expect(said[1]).toMatch(/^SQL.*Passed.*Output.*"temp": 30/s)
      expect(said[2]).toMatch(/^http:good.*Success.*Rendered.*"path": "\/sink".*Response.*"status": 200/s)
      expect(said[3]).toMatch(/^http:bad.*Action failed.*"path": "\/bad".*Reason.*bad data/s)
      expect(said[4]).toMatch(/^console.*Success/s)
      expect(said[5]).toMatch(/^republish:out.*Success.*"topic": "out\/c_emqx"/s)
    },
  )

  it('are kept apart where several begin within one millisecond', async () => {
    const line = (msg: string, clientid: string, meta: object = {}) =>
      JSON.stringify({
        time: '2026-11-21T08:52:44.821313+00:00',
        level: 'debug',
        msg,
        meta: { rule_id: 'r', rule_trigger_ts: [7], clientid, ...meta },
      })
    const console = { action_info: { mod: 'emqx_rule_actions', func: 'console' } }
    const executions = readExecutions(
      await rowsOf({
        n: [
          line('rule_activated', 'a'),
          line('rule_activated', 'b'),
          line('SQL_yielded_result', 'b'),
          line('call_action_function', 'b', console),
          line('SQL_yielded_no_result', 'a'),
          line('recursive_republish_detected', 'b'),
          line('action_success', 'b', console),
          line('rule_activated', 'b'),
          line('SQL_yielded_no_result', 'b'),
          line('rule_activated', 'c', { rule_id: 'other' }),
        ],
      }),
      'r',
    )
    expect(executions.map(toldOf)).toEqual([['noResult'], ['recursive', 'console recursive'], ['noResult']])
  })

  it('are out of service where an action is disabled, or gone', async () => {
    const line = (msg: string, meta: object = {}) =>
      JSON.stringify({
        time: '2026-11-21T08:52:44.821313+00:00',
        level: 'debug',
        msg,
        meta: { rule_id: 'r', rule_trigger_ts: [7], ...meta },
      })
    const action = { action_info: { type: 'http', name: 'off' } }
    const [run, ...others] = readExecutions(
      await rowsOf({
        n: [
          line('rule_activated'),
          line('SQL_yielded_result'),
          line('bridge_action', action),
          line('discarded', { ...action, cause: 'bridge_not_found' }),
        ],
      }),
      'r',
    )
    if (run === undefined) throw new Error('There is no run')
    expect([toldOf(run), others]).toEqual([['outOfService', 'http:off discarded'], []])
    render(<RunItem run={run} />)
    expect(screen.getAllByText('Out of service')).toHaveLength(1)
  })

  it('never throw, whatever the lines hold', async () => {
    const messages = fc.constantFrom(
      ...['rule_activated', 'SQL_yielded_result', 'call_action_function', 'bridge_action', 'action_success'],
      ...['action_template_rendered', 'SELECT_clause_exception', 'recursive_republish_detected', 'discarded'],
    )
    const meta = fc.dictionary(
      fc.constantFrom(
        ...['rule_id', 'rule_ids', 'rule_trigger_ts', 'input', 'result', 'reason', 'action_info', 'clientid'],
        ...['client_ids', 'payload', 'packet', '__proto__'],
      ),
      fc.oneof(fc.anything(), fc.constant('r'), fc.constant(['r']), fc.constant([1]), fc.json()),
    )
    const hostile = fc
      .record({ time: fc.constant('2026-11-21T08:52:44Z'), level: fc.constant('debug'), msg: messages, meta })
      .map((line) => {
        try {
          return JSON.stringify(line)
        } catch {
          return '{"meta"'
        }
      })
    const lines = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(lines, async (all) => {
        const single = all.map((line) => line.replaceAll('\n', ' '))
        for (const { outcome } of readExecutions(await rowsOf({ n: single }), 'r'))
          expect(executionOutcomes).toContain(outcome)
      }),
    )
  })
})
