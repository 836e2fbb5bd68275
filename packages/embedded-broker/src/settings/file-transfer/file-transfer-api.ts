import { join } from 'node:path'
import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import {
  type FileTransferConfig,
  fileTransfer,
  fileTransferSettings,
  type TransferredFile,
} from '@brokerdeck/contract/settings/file-transfer.ts'
import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { toRefusal } from '../../config/config-or-refuse.ts'
import { configRoot } from '../../config/config-root.ts'
import { valueFault } from '../../config/fault.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { formatSeconds } from '../../http/timestamp.ts'
import { runningNode, runningNodes } from '../../mqtt/node/answering-node.ts'
import type { Message } from '../../mqtt/node/cluster.ts'
import { type AskedFile, isFileCommand, readFileCommand } from './file-command.ts'
import { comparePaths, toPath } from './file-path.ts'
import { FileTransfers } from './file-transfers.ts'
import { transfersInDirectory, transfersInMemory } from './transfer-bytes.ts'
import { limitsInMemory, limitsOnDisk, type WholeFile } from './transfer-records.ts'

export const fileTransferRoot = configRoot({
  name: 'file_transfer',
  schema: fileTransferSettings,
  shape: tolerant(fileTransferSettings),
})

const unspecified = 0x80
const mostWaitingAnswers = 1000

type FileTransferApiDeps = Pieces<'clock' | 'cluster' | 'config' | 'log'>
type Call = FileTransferApiDeps & { readonly transfers: FileTransfers }

/** The `s3` settings are stored and shown, but this broker sends no files to S3. */
function findExporter({ enable, storage }: FileTransferConfig): 'off' | 'local' | 's3' {
  const { local } = storage
  if (!enable || local?.enable === false) return 'off'
  return local?.exporter.s3?.enable === true ? 's3' : 'local'
}

const unavailable = () => refusal(503, 'SERVICE_UNAVAILABLE', 'Service unavailable')
const notFound = (message = 'Not found') => refusal(404, 'NOT_FOUND', message)

function transfersOrRefuse({ config, transfers }: Call): FileTransfers {
  if (findExporter(config.get(fileTransferRoot)) !== 'local') throw unavailable()
  return transfers
}

const read = (_received: unknown, { config }: Pick<FileTransferApiDeps, 'config'>) => ({
  status: 200 as const,
  body: config.toShown(fileTransferRoot),
})

const write = async ({ body }: { body: unknown }, { config }: Pick<FileTransferApiDeps, 'config'>) => ({
  status: 200 as const,
  body: await config.write(fileTransferRoot, body),
})

export const fileTransferApi = apiResource({
  endpoints: fileTransfer,
  edition: 'enterprise',
  uses: ['clock', 'cluster', 'config', 'dataDir', 'edition', 'log', 'store'],
  roots: [fileTransferRoot],
  async state({ clock, cluster, config, dataDir, edition, log, store }) {
    const transfers = await FileTransfers.open({
      store,
      now: () => clock.now(),
      bytes:
        dataDir === undefined
          ? transfersInMemory()
          : await transfersInDirectory(join(dataDir, 'file_transfer')),
      limits: dataDir === undefined ? limitsInMemory : limitsOnDisk,
    })
    const listening =
      edition === 'enterprise' ? listen({ clock, cluster, config, log, transfers }) : undefined
    // The parts are closed in this order: no command may arrive while transfers in progress are awaited.
    return { listening, transfers }
  },
  handlers: {
    get: read,
    put: write,
    getConfig: read,
    putConfig: write,

    files({ query: { limit, following } }, call) {
      const transfers = transfersOrRefuse(call)
      const after = following === undefined ? undefined : cursorOrRefuse(following)
      const nodes = runningNodes(call.cluster).map(({ name }) => name)
      const rest = nodes
        .toSorted()
        .filter((node) => after === undefined || node >= after.n)
        .flatMap((node) => transfers.list(node).filter((file) => after?.isBefore(file) ?? true))
      const files = rest.slice(0, limit)
      const last = files.length === limit ? files.at(-1) : undefined
      if (last === undefined) return { status: 200, body: { files: files.map(fileJson) } }
      const { node: n, clientid: cid, fileid: fid, metadata } = last
      const cursor = JSON.stringify({ n, fn: metadata.name, fid, cid })
      return { status: 200, body: { files: files.map(fileJson), cursor } }
    },

    filesOf({ params: { clientid, fileid } }, call) {
      const transfers = transfersOrRefuse(call)
      const files = runningNodes(call.cluster)
        .flatMap(({ name }) => transfers.list(name))
        .filter((file) => file.clientid === clientid && file.fileid === fileid)
      if (files.length === 0) {
        throw refusal(404, 'FILES_NOT_FOUND', 'Files requested for this transfer could not be found')
      }
      return { status: 200, body: { files: files.map(fileJson) } }
    },

    async download({ query: { node, fileref } }, call) {
      const transfers = transfersOrRefuse(call)
      if (runningNode(call.cluster, node) === undefined) throw notFound(`Invalid query parameter: ${node}`)
      const file = transfers.list(node).find((one) => one.path.join('/') === fileref)
      const bytes = file === undefined ? undefined : await transfers.read(file)
      if (bytes === undefined) throw notFound()
      return { status: 200, body: bytes }
    },
  },
})

const cursorSchema = v.object({ n: v.string(), cid: v.string(), fid: v.string(), fn: v.string() })

function cursorOrRefuse(text: string) {
  try {
    const { n, cid, fid, fn } = v.parse(cursorSchema, JSON.parse(text))
    const path = toPath({ clientid: cid, fileid: fid, metadata: { name: fn } })
    return { n, isBefore: (file: WholeFile) => file.node !== n || comparePaths(file.path, path) > 0 }
  } catch {
    throw refusal(400, 'BAD_REQUEST', 'Invalid cursor')
  }
}

/** Handles the commands of clients while file transfer is enabled, and removes abandoned transfers. */
function listen(call: Call) {
  const { cluster, clock, config, transfers } = call
  const state = { now: config.get(fileTransferRoot), stop: (): void => undefined }
  const follow = (now: FileTransferConfig) => {
    state.stop()
    state.now = now
    const { gc } = now.storage.local?.segments ?? {}
    const lasts = (given: string | number | undefined, usual: number) =>
      parseDuration(given ?? usual) ?? usual
    cluster.hooks.command = findExporter(now) === 'off' ? undefined : readCommand(call)
    state.stop = clock.every(Math.max(1000, lasts(gc?.interval, 3_600_000)), () => {
      void transfers
        .collect(lasts(gc?.minimum_segments_ttl, 300_000), lasts(gc?.maximum_segments_ttl, 86_400_000))
        .catch((error: unknown) => describeFailure(call, error))
    })
  }
  follow(state.now)
  const stops = [
    config.guard(fileTransferRoot, refuseBackends),
    config.onChange(fileTransferRoot, follow),
    () => state.stop(),
  ]
  return {
    close() {
      cluster.hooks.command = undefined
      for (const stop of stops) stop()
    },
  }
}

/** Throws if more than one backend is enabled, because files go to one place. */
function refuseBackends({ storage }: FileTransferConfig): void {
  const refuse = (path: string, backends: Readonly<Record<string, { enable: boolean } | undefined>>) => {
    const enabled = Object.values(backends).filter((one) => one?.enable === true).length
    if (enabled === 1) return
    const reason = enabled === 0 ? 'no_enabled_backend' : 'multiple_enabled_backends'
    throw toRefusal([valueFault(path.split('.'), reason, backends)])
  }
  const { local } = storage
  refuse('root.storage', { local })
  if (local !== undefined) {
    refuse('root.storage.local.exporter', { local: local.exporter.local, s3: local.exporter.s3 })
  }
}

function describeFailure({ log }: Pick<FileTransferApiDeps, 'log'>, error: unknown): string {
  log.write({ level: 'error', message: 'file_transfer_failed', details: { reason: String(error) } })
  const code = error instanceof Error && 'code' in error ? String(error.code).toLowerCase() : ''
  return code === '' ? 'internal_error' : code
}

function readCommand(call: Call) {
  const answers = { waiting: 0, later: 0 }
  return (message: Message, node: string) => {
    const { topic, payload, fromClientid: clientid } = message
    if (!isFileCommand(topic)) return undefined
    const answer = (packetId: number, word: string): number => {
      const code = word === 'success' ? 0 : unspecified
      if (answers.waiting < mostWaitingAnswers) {
        answers.waiting += 1
        const told = { vsn: '0.1', topic, packet_id: packetId, reason_code: code, reason_description: word }
        void respond(call, message, told).finally(() => {
          answers.waiting -= 1
        })
      }
      return code
    }
    return async (packetId: number): Promise<number> => {
      try {
        const asked = readFileCommand(topic, payload)
        const isAwaited = !asked.isAsync || asked.command.kind !== 'finish'
        if (!isAwaited && answers.later >= mostWaitingAnswers) return answer(packetId, 'quota_exceeded')
        const word = wordFor(call, asked, { clientid, node, payload })
        if (isAwaited) return answer(packetId, await word)
        answers.later += 1
        void word.then((one) => {
          answers.later -= 1
          answer(packetId, one)
        })
        return 0
      } catch (error) {
        describeFailure(call, error)
        return unspecified
      }
    }
  }
}

async function wordFor(
  call: Call,
  { fileid, command }: AskedFile,
  { clientid, node, payload }: { clientid: string; node: string; payload: Buffer },
): Promise<string> {
  if (findExporter(call.config.get(fileTransferRoot)) === 's3') return 's3_out_of_reach'
  try {
    return await call.transfers.obey({ clientid, fileid, node }, command, payload)
  } catch (error) {
    return describeFailure(call, error)
  }
}

/** Publishes the response: to the response topic that the client has named, or below the client's name. */
async function respond(call: Call, { fromClientid, properties }: Message, answer: object): Promise<void> {
  const { responseTopic, correlationData } = properties
  const topic = responseTopic ?? `$file-response/${fromClientid}`
  // The client id may contain characters that a topic must not have, and the response topic may be invalid.
  if (topicNameFault(topic) !== undefined) return
  try {
    await call.cluster.publish({
      topic,
      payload: Buffer.from(JSON.stringify(answer)),
      qos: 1,
      retain: false,
      clientid: 'undefined',
      ...(correlationData === undefined ? {} : { properties: { correlationData } }),
    })
  } catch (error) {
    describeFailure(call, error)
  }
}

/** Returns the file in the format of the API. */
function fileJson(file: WholeFile): TransferredFile {
  const { node, clientid, fileid, size, at, metadata, path } = file
  const asked = new URLSearchParams({ node, fileref: path.join('/') })
  const uri = `/api/v5/file_transfer/file?${asked}`
  return { clientid, fileid, name: metadata.name, size, timestamp: formatSeconds(at), uri, metadata }
}
