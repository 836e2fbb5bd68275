import { resourceTypes } from '@brokerdeck/contract/extensions/gateways/lwm2m-definitions.ts'
import * as v from 'valibot'
import type { CoapRequest } from '../coap/coap-exchange.ts'
import { type CoapOption, numberOption, textOption } from '../coap/coap-message.ts'
import { type Tlv, writeTlv } from './lwm2m-tlv.ts'
import { contentFormats, type Lwm2mValue, valueBytes } from './lwm2m-values.ts'

const pathSchema = v.pipe(v.string(), v.maxLength(200), v.regex(/^\/\d{1,5}(\/\d{1,5}){0,3}$/))
const typeSchema = v.picklist(resourceTypes)
const valueSchema = v.union([v.string(), v.number(), v.boolean()])
const attribute = v.optional(v.union([v.string(), v.number()]))
const writtenSchema = v.object({
  path: v.string(),
  type: v.optional(typeSchema, 'String'),
  value: valueSchema,
})

const commandSchema = v.variant('msgType', [
  v.object({
    msgType: v.picklist(['read', 'discover', 'delete', 'observe', 'cancel-observe']),
    data: v.object({ path: pathSchema }),
  }),
  v.object({
    msgType: v.literal('write'),
    data: v.union([
      v.object({ path: pathSchema, type: v.optional(typeSchema, 'String'), value: valueSchema }),
      v.object({ basePath: pathSchema, content: v.pipe(v.array(writtenSchema), v.maxLength(100)) }),
    ]),
  }),
  v.object({
    msgType: v.literal('create'),
    data: v.object({ basePath: pathSchema, content: v.pipe(v.array(writtenSchema), v.maxLength(100)) }),
  }),
  v.object({
    msgType: v.literal('execute'),
    data: v.object({ path: pathSchema, args: v.optional(v.string(), '') }),
  }),
  v.object({
    msgType: v.literal('write-attr'),
    data: v.object({
      path: pathSchema,
      pmin: attribute,
      pmax: attribute,
      gt: attribute,
      lt: attribute,
      st: attribute,
    }),
  }),
])

export type Lwm2mCommand = v.InferOutput<typeof commandSchema>

/** Parses a command to a device, from a message or the API; returns undefined if it is not a command. */
export function readCommand(document: unknown): Lwm2mCommand | undefined {
  const parsed = v.safeParse(commandSchema, document)
  return parsed.success ? parsed.output : undefined
}

export function getPath({ data }: Lwm2mCommand): string {
  return 'path' in data ? data.path : data.basePath
}

const none = Buffer.alloc(0)
const pathOptions = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((step) => textOption('Uri-Path', step))
const format = (number: number): CoapOption => numberOption('Content-Format', number)

/** Returns the CoAP request of a command; undefined if a value does not match its type. */
export function commandRequest(command: Lwm2mCommand): CoapRequest | undefined {
  const { msgType } = command
  const path = pathOptions(getPath(command))
  switch (msgType) {
    case 'read':
      return { code: '0.01', options: path, payload: none }
    case 'discover':
      return { code: '0.01', options: [...path, numberOption('Accept', contentFormats.link)], payload: none }
    case 'observe':
    case 'cancel-observe': {
      const observe = numberOption('Observe', msgType === 'observe' ? 0 : 1)
      return { code: '0.01', options: [observe, ...path], payload: none }
    }
    case 'delete':
      return { code: '0.04', options: path, payload: none }
    case 'execute':
      return {
        code: '0.02',
        options: [...path, format(contentFormats.text)],
        payload: Buffer.from(command.data.args),
      }
    case 'write-attr': {
      const { path: _, ...attributes } = command.data
      const query = Object.entries(attributes).map(([name, value]) =>
        textOption('Uri-Query', `${name}=${value}`),
      )
      return { code: '0.03', options: [...path, ...query], payload: none }
    }
    case 'write': {
      const { data } = command
      if ('value' in data) return writeOne(data.path, data.type, data.value)
      const items = toItems(data.content)
      if (items === undefined) return undefined
      return { code: '0.02', options: [...path, format(contentFormats.tlv)], payload: writeTlv(items) }
    }
    case 'create': {
      const items = toItems(command.data.content)
      if (items === undefined) return undefined
      return { code: '0.02', options: [...path, format(contentFormats.tlv)], payload: writeTlv(items) }
    }
  }
}

type WriteCommand = v.InferOutput<typeof writtenSchema>

function writeOne(path: string, type: WriteCommand['type'], value: Lwm2mValue): CoapRequest | undefined {
  const bytes = valueBytes(type, value)
  const id = Number(path.split('/').at(-1))
  if (bytes === undefined) return undefined
  const payload = writeTlv([{ kind: 'resource', id, value: bytes }])
  return { code: '0.03', options: [...pathOptions(path), format(contentFormats.tlv)], payload }
}

/** Returns the resources by the last number of their path. */
function toItems(content: readonly WriteCommand[]): readonly Tlv[] | undefined {
  const items: Tlv[] = []
  for (const { path, type, value } of content) {
    const bytes = valueBytes(type, value)
    const id = Number(path.split('/').at(-1))
    if (bytes === undefined || !Number.isInteger(id) || id < 0 || id > 0xffff) return undefined
    items.push({ kind: 'resource', id, value: bytes })
  }
  return items
}
