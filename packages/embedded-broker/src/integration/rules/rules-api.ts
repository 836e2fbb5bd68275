import { randomBytes } from 'node:crypto'
import type { ReceivedOf } from '@brokerdeck/contract/endpoint.ts'
import {
  rules as contract,
  type Rule,
  type RuleFigures,
  ruleCounters,
} from '@brokerdeck/contract/integration/rules.ts'
import { failureMessage } from '@brokerdeck/languages/rule-sql/explain-failure.ts'
import { ruleEvents } from '@brokerdeck/languages/rule-sql/rule-events.ts'
import { testColumns, topicIn } from '@brokerdeck/languages/rule-sql/test-statement.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import type { BrokerContext } from '../../compose/broker-context.ts'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import { answeringNode, runningNodes } from '../../mqtt/node/answering-node.ts'
import { nextMessageId } from '../../mqtt/routing/message.ts'
import { SandboxLimitError } from '../../sandbox/sandbox-worker.ts'
import { isObject, readEngineSettings, readRule } from './read-rule.ts'
import { contextOrRefuse } from './read-test-request.ts'
import { RuleEngine } from './rule-engine.ts'
import type { KeptRule } from './rule-store.ts'
import { rulesAsConfig } from './rules-as-config.ts'
import { notMatched, refuseFailure } from './try-statement.ts'

const formatTime = (milliseconds: number) => new Date(milliseconds).toISOString().replace('Z', '+00:00')

const getTopics = ({ statement }: KeptRule) => statement.sources.map(({ name }) => name)

function ruleJson(rule: KeptRule): Rule {
  const { createdAt, lastModifiedAt, ...record } = rule.record
  const times = { created_at: formatTime(createdAt), last_modified_at: formatTime(lastModifiedAt) }
  return { ...record, from: getTopics(rule), ...times }
}

type Query = ReceivedOf<typeof contract.list>['query']

function isWanted(rule: KeptRule, query: Query): boolean {
  const { record } = rule
  const from = getTopics(rule)
  const { enable, like_id, like_from, match_from, like_description, action, source } = query
  return (
    (enable === undefined || String(record.enable) === enable) &&
    (query.from === undefined || from.includes(query.from)) &&
    (like_id === undefined || record.id.includes(like_id)) &&
    (like_from === undefined || from.some((name) => name.includes(like_from))) &&
    (match_from === undefined ||
      from.some((name) => name === match_from || topicMatches(match_from, name))) &&
    (like_description === undefined || record.description.includes(like_description)) &&
    (action === undefined || record.actions.includes(action)) &&
    (source === undefined || from.includes(`$bridges/${source}`))
  )
}

const fuzzy = ['like_id', 'like_from', 'match_from', 'like_description', 'from', 'action', 'source'] as const

/** Reads whole numbers from 1; the page size may not exceed that of the broker. */
function readPaging({ page = '1', limit = '100' }: Query) {
  const paging = { page: Number(page), limit: Number(limit) }
  const isValid = Object.values(paging).every((value) => Number.isInteger(value) && value > 0)
  if (!isValid || paging.limit > 10_000) throw refusal(400, 'BAD_REQUEST', 'page_limit_invalid')
  return paging
}

function ruleOrRefuse(engine: RuleEngine, id: string): KeptRule {
  const found = engine.rules.find(id)
  if (found === undefined) throw refusal(404, 'NOT_FOUND', 'Rule Id Not Found')
  return found
}

function collectFigures(engine: RuleEngine, id: string, node: string): RuleFigures {
  const counters = engine.counters(id, node)
  const { rate, rate_last5m, rate_max } = counters.rates
  const counts = Object.fromEntries(ruleCounters.map((name) => [name, counters.of(name)]))
  return {
    ...noFigures,
    ...counts,
    'matched.rate': rate,
    'matched.rate.last5m': rate_last5m,
    'matched.rate.max': rate_max,
  }
}

const noFigures: RuleFigures = {
  matched: 0,
  passed: 0,
  failed: 0,
  'failed.exception': 0,
  'failed.no_result': 0,
  'actions.total': 0,
  'actions.success': 0,
  'actions.failed': 0,
  'actions.failed.out_of_service': 0,
  'actions.failed.unknown': 0,
  'actions.discarded': 0,
  'matched.rate': 0,
  'matched.rate.last5m': 0,
  'matched.rate.max': 0,
}

function sum(all: readonly RuleFigures[]): RuleFigures {
  const total: Record<string, number> = {}
  for (const one of all)
    for (const [name, value] of Object.entries(one)) total[name] = (total[name] ?? 0) + value
  return { ...noFigures, ...total }
}

type Around = Pick<BrokerContext, 'cluster' | 'now'>

const findNodeName = ({ cluster }: Around) => answeringNode(cluster)?.name ?? ''

const objectIn = (body: unknown) => (isObject(body) ? body : {})

const createConflict = () =>
  refusal(400, 'BAD_REQUEST', 'The rule was changed or deleted while it was being tested.')

/**
 * Returns the limit of the thread that a trial reached. Other errors of the trial are ignored, because the run of the
 * rule in this thread reports them too.
 */
async function findReachedLimit(trial: Promise<unknown>): Promise<SandboxLimitError['what'] | undefined> {
  try {
    await trial
  } catch (error) {
    if (error instanceof SandboxLimitError) return error.what
    if (!(error instanceof ApiRefusal) || error.status === 503) throw error
  }
  return undefined
}

export const rulesApi = apiResource({
  endpoints: contract,
  uses: [
    'cluster',
    'now',
    'edition',
    'store',
    'clock',
    'alarms',
    'faults',
    'log',
    'config',
    'integrations',
    'sandbox',
    'schemas',
  ],
  state({ config, now, ...pieces }) {
    const rules = new RuleEngine(pieces)
    pieces.integrations.rules = rules
    config.adopt('rule_engine', rulesAsConfig(rules, now))
    return { rules }
  },
  handlers: {
    list({ query }, { rules }) {
      const paging = readPaging(query)
      const found = rules.rules.all().filter((rule) => isWanted(rule, query))
      const isCounted = fuzzy.every((name) => query[name] === undefined)
      return { status: 200, body: toPage(found, paging, ruleJson, isCounted) }
    },

    async create({ body }, { rules, now }) {
      const given = objectIn(body)
      const id =
        typeof given['id'] === 'string' && given['id'] !== '' ? given['id'] : randomBytes(4).toString('hex')
      if (rules.rules.find(id) !== undefined) throw refusal(400, 'BAD_REQUEST', 'rule id already exists')
      await rules.put(readRule(id, given, undefined, now()))
      return { status: 201, body: ruleJson(ruleOrRefuse(rules, id)) }
    },

    get({ params: { id } }, { rules }) {
      return { status: 200, body: ruleJson(ruleOrRefuse(rules, id)) }
    },

    async update({ params: { id }, body }, { rules, now }) {
      const before = rules.rules.find(id)?.record
      await rules.put(readRule(id, objectIn(body), before, now()))
      return { status: 200, body: ruleJson(ruleOrRefuse(rules, id)) }
    },

    async remove({ params: { id } }, { rules }) {
      ruleOrRefuse(rules, id)
      await rules.remove(id)
      return { status: 204, body: undefined }
    },

    metrics({ params: { id } }, { rules, cluster }) {
      ruleOrRefuse(rules, id)
      const nodes = runningNodes(cluster).map(({ name }) => ({
        node: name,
        metrics: collectFigures(rules, id, name),
      }))
      return {
        status: 200,
        body: { id, metrics: sum(nodes.map(({ metrics }) => metrics)), node_metrics: nodes },
      }
    },

    resetMetrics({ params: { id } }, { rules }) {
      ruleOrRefuse(rules, id)
      rules.reset(id)
      return { status: 204, body: undefined }
    },

    async apply({ params: { id }, body }, { rules, cluster, now, sandbox }) {
      const { context: given, stop_action_after_template_rendering: stop = true } = objectIn(body)
      const context = contextOrRefuse(given, 'rule_apply_test')
      const rule = rules.rules.find(id)
      if (rule === undefined) throw refusal(404, 'RULE_NOT_FOUND', 'The rule could not be found')
      if (!rule.record.enable) return { status: 200, body: {} }
      const topic = topicIn(context)
      const isConcerned = getTopics(rule).some((name) => name === topic || topicMatches(name, topic))
      if (!isConcerned) throw notMatched()
      const node = findNodeName({ cluster, now })
      const messageId = nextMessageId(now())
      const trial = { sql: rule.record.sql, context: given, node, ruleId: id, messageId, nowMs: now() }
      const { jq_function_default_timeout: jqTimeoutMs } = rules.rules.settings
      const limit = await findReachedLimit(sandbox.run({ kind: 'statement', ...trial, jqTimeoutMs }))
      if (rules.rules.find(id) !== rule) throw createConflict()
      const columns = testColumns(context, { now, node, ruleId: id, messageId: () => messageId })
      const firing = { node, columns, isDry: stop !== false }
      refuseFailure(limit === undefined ? rules.apply(rule, firing) : rules.reject(rule, firing, limit))
      return { status: 200, body: rule.record.actions.map(() => 'ok') }
    },

    async test({ body }, { cluster, now, rules, sandbox }) {
      const { sql, context } = objectIn(body)
      const ruleId = `sql_tester:${randomBytes(8).toString('hex')}`
      const trial = {
        sql,
        context,
        node: findNodeName({ cluster, now }),
        ruleId,
        messageId: nextMessageId(now()),
      }
      const { jq_function_default_timeout: jqTimeoutMs } = rules.rules.settings
      try {
        const json = await sandbox.run({ kind: 'statement', ...trial, nowMs: now(), jqTimeoutMs })
        return { status: 200, body: new Blob([json], { type: 'application/json' }) }
      } catch (error) {
        if (!(error instanceof SandboxLimitError)) throw error
        throw refusal(400, 'BAD_REQUEST', failureMessage('other', { kind: 'limit', what: error.what }))
      }
    },

    events(_received, { edition }) {
      const offered = ruleEvents.filter(
        ({ isEnterprise }) => isEnterprise !== true || edition === 'enterprise',
      )
      return {
        status: 200,
        body: offered.map(({ topic, title, description, columns, testColumns: examples, sqlExample }) => ({
          event: topic,
          title,
          description,
          sql_example: sqlExample,
          columns: columns.map(([name]) => name),
          test_columns: Object.fromEntries(
            Object.entries(examples).map(([name, example]) => [
              name,
              typeof example === 'string' ? example : [...example],
            ]),
          ),
        })),
      }
    },

    getEngine: (_received, { rules }) => ({ status: 200, body: rules.rules.settings }),

    async putEngine({ body }, { rules }) {
      await rules.rules.configure(readEngineSettings(objectIn(body), rules.rules.settings))
      return { status: 200, body: rules.rules.settings }
    },
  },
})
