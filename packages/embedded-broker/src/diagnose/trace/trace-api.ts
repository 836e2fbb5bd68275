import { isIP } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { maxTraces, type Trace, trace } from '@brokerdeck/contract/diagnose/trace.ts'
import type { ReceivedOf } from '@brokerdeck/contract/endpoint.ts'
import { type FilterFault, topicFilterFault } from '@brokerdeck/languages/topic.ts'
import { type AsyncZippable, zip } from 'fflate'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { formatSeconds } from '../../http/timestamp.ts'
import { answeringNode, runningNode, runningNodes } from '../../mqtt/node/answering-node.ts'
import type { TraceLog } from './trace-log.ts'
import type { TraceRecord } from './trace-record.ts'
import { Traces } from './traces.ts'

const zipped = promisify<AsyncZippable, Uint8Array<ArrayBuffer>>((files, done) => zip(files, done))

/** The maximum size of one response, in bytes, whatever size is requested. */
const mostBytes = 1_048_576

/**
 * Reads a chunk of a log that ends with a whole character. A negative position counts as the beginning for reading,
 * but the returned position is relative to it, as in EMQX.
 */
async function readChunk(
  log: TraceLog | undefined,
  position: number,
  bytes: number,
): Promise<{ readonly items: string; readonly position: number }> {
  const size = log?.size ?? 0
  if (log === undefined || position >= size) return { items: '', position: size }
  const from = Math.max(position, 0)
  const wanted = Math.min(bytes, mostBytes)
  // The longest character has four bytes: a character that has begun is read completely.
  const read = await log.read(from, wanted === 0 ? 0 : Math.max(wanted, 4))
  const items = read.subarray(0, wholeLength(read, wanted))
  return { items: items.toString('utf8'), position: position + items.length }
}

/** Returns a length of at most `wanted` that ends with a whole character; never 0. */
function wholeLength(bytes: Buffer, wanted: number): number {
  if (bytes.length <= wanted) return bytes.length
  let end = wanted
  while (end > 0 && isInside(bytes[end])) end--
  if (end > 0) return end
  end = wanted
  while (end < bytes.length && isInside(bytes[end])) end++
  return end
}

/** Returns true for a byte of UTF-8 that does not begin a character. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

type TraceApiDeps = Pieces<'cluster'> & { readonly traces: Traces }

type NewTrace = ReceivedOf<typeof trace.create>['body']
type Moment = string | number | undefined

/** The duration of a trace without an end time, in seconds. */
const usualSeconds = 600

/** The broker's words for the errors of a filter; all other errors share one text. */
const filterFaults: Partial<Record<FilterFault, string>> = {
  empty: 'empty_topic',
  'too-long': 'topic_too_long',
  'hash-not-last': 'topic_invalid_#',
}

const invalid = (message: string) => refusal(400, 'INVALID_PARAMS', message)

function toJson({ traces, cluster }: TraceApiDeps, record: TraceRecord): Trace {
  const { type, condition } = record
  const logs = traces.collectLogs(record)
  const sizes = runningNodes(cluster).map(({ name }) => [name, logs?.get(name)?.size ?? 0])
  const described = {
    name: record.name,
    status: traces.getStatus(record),
    start_at: formatSeconds(record.startAt),
    end_at: formatSeconds(record.endAt),
    formatter: record.formatter,
    payload_encode: record.payloadEncode,
    log_size: Object.fromEntries(sizes),
  }
  switch (type) {
    case 'clientid':
      return { type, clientid: condition, ...described }
    case 'topic':
      return { type, topic: condition, ...described }
    case 'ip_address':
      return { type, ip_address: condition, ...described }
    case 'ruleid':
      return { type, ruleid: condition, ...described }
  }
}

/** Returns seconds since the epoch; fractions are cut off. */
function toSeconds(moment: Moment): number | undefined {
  return typeof moment === 'string' ? Math.floor(Date.parse(moment) / 1000) : moment
}

function timesOrRefuse({ start_at, end_at }: NewTrace, milliseconds: number) {
  const now = Math.floor(milliseconds / 1000)
  const startAt = toSeconds(start_at) ?? now
  const endAt = toSeconds(end_at) ?? startAt + usualSeconds
  if (endAt <= now) throw invalid('end_at time has already passed')
  if (startAt >= endAt) throw invalid('failed by start_at >= end_at')
  return { startAt, endAt }
}

function conditionOrRefuse(wanted: NewTrace): string {
  const { type } = wanted
  const condition = wanted[type] ?? ''
  if (condition === '') throw invalid(`required ${type} field`)
  if (type === 'ip_address' && isIP(condition) === 0) throw invalid('ip address: einval')
  const fault = type === 'topic' ? topicFilterFault(condition) : undefined
  if (fault !== undefined) {
    throw invalid(`topic: ${condition} invalid by '${filterFaults[fault] ?? 'topic_invalid_char'}'`)
  }
  return condition
}

function refuseAnother(
  { traces }: TraceApiDeps,
  wanted: Pick<TraceRecord, 'name' | 'type' | 'condition' | 'startAt'>,
) {
  const { name, type, condition, startAt } = wanted
  if (traces.find(name) !== undefined) throw refusal(409, 'ALREADY_EXISTS', `${name} Already Exists`)
  const same = traces
    .list()
    .filter((one) => one.type === type && one.condition === condition)
    .find((one) => one.startAt === startAt || traces.getStatus(one) !== 'stopped')
  if (same !== undefined) throw refusal(409, 'DUPLICATE_CONDITION', `${same.name} Duplication Condition`)
  if (traces.list().length >= maxTraces) {
    throw invalid('The number of traces created has reached the maximum please delete the useless ones first')
  }
}

function traceOrRefuse({ traces }: TraceApiDeps, name: string): TraceRecord {
  const found = traces.find(name)
  if (found === undefined) throw refusal(404, 'NOT_FOUND', `${name} NOT FOUND`)
  return found
}

function nodeOrRefuse({ cluster }: TraceApiDeps, name: string | undefined): string {
  const node = name === undefined ? answeringNode(cluster) : runningNode(cluster, name)
  if (node === undefined) throw refusal(404, 'NOT_FOUND', 'Node NOT FOUND')
  return node.name
}

export const traceApi = apiResource({
  endpoints: trace,
  uses: ['clock', 'cluster', 'dataDir', 'log', 'now', 'store'],
  state: async ({ clock, cluster, dataDir, log, store }) => ({
    traces: await Traces.open({
      cluster,
      store,
      clock,
      directory: dataDir === undefined ? undefined : join(dataDir, 'trace'),
      onFailure: (error) =>
        log.write({ level: 'error', message: 'trace_failed', details: { reason: String(error) } }),
    }),
  }),
  handlers: {
    list(_received, call) {
      return { status: 200, body: call.traces.list().map((record) => toJson(call, record)) }
    },

    async create({ body }, call) {
      const { name, type, formatter, payload_encode: payloadEncode } = body
      const times = timesOrRefuse(body, call.now())
      const wanted = { name, type, condition: conditionOrRefuse(body), ...times }
      refuseAnother(call, wanted)
      const record = await call.traces.add({ ...wanted, formatter, payloadEncode })
      return { status: 200, body: toJson(call, record) }
    },

    async clear(_received, { traces }) {
      await traces.clear()
      return { status: 204, body: undefined }
    },

    async remove({ params: { name } }, call) {
      await call.traces.remove(traceOrRefuse(call, name))
      return { status: 204, body: undefined }
    },

    async stop({ params: { name } }, call) {
      await call.traces.stop(traceOrRefuse(call, name))
      return { status: 200, body: { name, enable: false } }
    },

    async download({ params: { name }, query }, call) {
      const record = traceOrRefuse(call, name)
      const nodes =
        query.node === undefined
          ? runningNodes(call.cluster).map((node) => node.name)
          : [nodeOrRefuse(call, query.node)]
      const logs = call.traces.collectLogs(record)
      const zip = await zipLogs(
        nodes.flatMap((node) => {
          const log = logs?.get(node)
          if (log === undefined || log.size === 0) return []
          return [{ name: `${node}-trace_${name}_${formatSeconds(record.startAt).slice(0, 10)}.log`, log }]
        }),
      )
      if (zip === undefined) throw refusal(404, 'NOT_FOUND', 'Trace is empty')
      return { status: 200, body: new File([zip], `${name}.zip`, { type: 'application/x-zip' }) }
    },

    logDetail({ params: { name } }, call) {
      const logs = call.traces.collectLogs(traceOrRefuse(call, name))
      const files = runningNodes(call.cluster).flatMap(({ name: node }) => {
        const log = logs?.get(node)
        return log === undefined ? [] : [{ node, size: log.size, mtime: Math.floor(log.changedAt / 1000) }]
      })
      return { status: 200, body: files.sort((a, b) => b.mtime - a.mtime) }
    },

    async log({ params: { name }, query }, call) {
      const record = traceOrRefuse(call, name)
      const log = call.traces.collectLogs(record)?.get(nodeOrRefuse(call, query.node))
      const { items, position } = await readChunk(log, query.position, query.bytes)
      return { status: 200, body: { items, meta: { bytes: query.bytes, position } } }
    },
  },
})

interface NamedLog {
  readonly name: string
  readonly log: TraceLog
}

/** Returns a zip file, or undefined if there are no logs. Compresses asynchronously, because logs may be long. */
async function zipLogs(logs: readonly NamedLog[]): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (logs.length === 0) return undefined
  const read = await Promise.all(
    logs.map(async ({ name, log }) => [name, await log.read(0, log.size)] as const),
  )
  return await zipped(Object.fromEntries(read))
}
