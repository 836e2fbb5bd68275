import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { MongoClient } from 'mongodb'
import * as v from 'valibot'
import { mongodbClient } from '../../backends/mongodb-resource.ts'
import { isPlainObject, type PlainObject } from '../../config/plain-object.ts'
import { fillBytes, fillTemplate } from '../rules/row-template.ts'
import type { Channel, Delivery, Driver, Link, LinkPlace } from './driver.ts'
import { atomWords, toErrorMessage } from './failure-words.ts'

const connectorShape = v.looseObject({ database: v.string(), parameters: v.record(v.string(), v.unknown()) })
const actionShape = v.object({
  collection: v.optional(v.string(), 'mqtt'),
  payload_template: v.optional(v.string(), ''),
})

/** The shape of errors of the server itself, which have a number; the temporary ones among them have a label. */
const refusalShape = v.object({ code: v.number(), errmsg: v.optional(v.string()), message: v.string() })

const retryable =
  /NotWritablePrimary|NotPrimary|Interrupted|ShutdownInProgress|PrimarySteppedDown|ExceededTimeLimit/

function toDelivery(error: unknown): Delivery {
  const refusal = v.safeParse(refusalShape, error)
  if (!refusal.success || retryable.test(toErrorMessage(error)))
    return { kind: 'retry', reason: atomWords(error) }
  const { code, message } = refusal.output
  return { kind: 'failed', reason: `{unrecoverable_error,{${code},<<${JSON.stringify(message)}>>}}` }
}

function linkReason(error: unknown, resource: string): string {
  const refusal = v.safeParse(refusalShape, error)
  if (refusal.success)
    return `{start_pool_failed,<<"${resource}">>,<<${JSON.stringify(toErrorMessage(error))}>>}`
  const words = /ECONNREFUSED/.test(toErrorMessage(error)) ? 'econnrefused' : atomWords(error)
  return `{start_pool_failed,<<"${resource}">>,{connect_failed,${words}}}`
}

function fillDocument(template: string, row: TermMap): PlainObject {
  const made: unknown = JSON.parse(fillBytes(template, row).toString('utf8'))
  if (!isPlainObject(made)) throw new Error('the payload template makes no JSON object')
  return made
}

function createChannel(client: MongoClient, database: string, parameters: unknown): Channel {
  const { collection, payload_template: template } = v.parse(actionShape, parameters)
  return {
    async deliver(rows) {
      const byCollection = new Map<string, PlainObject[]>()
      for (const row of rows) {
        const name = fillTemplate(collection, row)
        const documents = byCollection.get(name) ?? []
        documents.push(fillDocument(template, row))
        byCollection.set(name, documents)
      }
      try {
        for (const [name, documents] of byCollection)
          await client
            .db(database)
            .collection(name)
            .insertMany(documents.map((document) => ({ ...document })))
        return { kind: 'ok' }
      } catch (error) {
        return toDelivery(error)
      }
    },
    render: (row) => ({
      collection: fillTemplate(collection, row),
      document: JSON.stringify(fillDocument(template, row)),
    }),
    close: async () => undefined,
  }
}

/**
 * Connects. A single server that is unreachable is reported at once; the library itself would retry until its own
 * timeout.
 */
async function connectClient(client: MongoClient, isSingle: boolean): Promise<void> {
  if (!isSingle) {
    await client.connect()
    return
  }
  let noteFailure: (event: { readonly failure: Error }) => void = () => undefined
  const unreachable = new Promise<never>((_, reject) => {
    noteFailure = ({ failure }) => reject(failure)
  })
  client.on('serverHeartbeatFailed', noteFailure)
  try {
    await Promise.race([client.connect(), unreachable])
  } finally {
    client.off('serverHeartbeatFailed', noteFailure)
  }
}

async function open(document: unknown, { resource }: LinkPlace): Promise<Link> {
  const { parameters, ...rest } = v.parse(connectorShape, document)
  const { client, close } = await mongodbClient({ ...rest, ...parameters })
  return {
    async check() {
      try {
        // The library does not retry a connection that failed at first.
        await connectClient(client, parameters['mongo_type'] === 'single')
        await client.db(rest.database).command({ ping: 1 })
        return { status: 'connected' }
      } catch (error) {
        return { status: 'disconnected', reason: linkReason(error, resource) }
      }
    },
    channel: async (settings) => createChannel(client, rest.database, settings.parameters),
    close,
  }
}

export const mongodbDriver: Driver = { open }
