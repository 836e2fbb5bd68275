import { Readable } from 'node:stream'
import * as v from 'valibot'
import { unpack } from '#lib/unpack.ts'

/** The maximum size of a response that is read, in bytes, which is far more than any response to a sign-in. */
const longestAnswer = 64 * 1024
/** The maximum size of a sign-in's body, in bytes, as in the embedded broker for clients without a token. */
const longestBody = 16 * 1024

const answerSchema = v.object({
  token: v.pipe(v.string(), v.minLength(1)),
  username: v.optional(v.string()),
  backend: v.optional(v.string()),
})
export type SignInAnswer = v.InferOutput<typeof answerSchema>

const nameSchema = v.object({ username: v.string() })

/** Matches `login` and the paths of single sign-on, as segments below `api/v5/` joined by a slash. */
const signIns = /^(?:login|sso\/login\/[^/]+|sso\/(?:oidc|saml)\/(?:callback|acs))$/

export function isSignIn(segments: readonly string[] | undefined): boolean {
  return signIns.test(segments?.join('/') ?? '')
}

/**
 * Returns the response to send, and its content. The response is read whole before it is sent, because the next
 * request may already use its token.
 */
export async function readSignIn(payload: unknown, encoding: unknown, location: unknown) {
  const { start, whole } = await readWhole(payload)
  const told = parseWith(answerSchema, unpack(start, encoding, longestAnswer))
  return { payload: whole, signIn: told ?? readReturn(location) }
}

/** Reads the URL to which single sign-on redirects the browser: `login_meta` is the Base64 of a login's response. */
function readReturn(location: unknown): SignInAnswer | undefined {
  const query = typeof location === 'string' ? location.split(/[?#]/).slice(1).join('&') : ''
  const meta = new URLSearchParams(query).get('login_meta') ?? ''
  return meta === '' ? undefined : parseWith(answerSchema, Buffer.from(meta, 'base64').toString('utf8'))
}

async function readWhole(payload: unknown): Promise<{ readonly start: Buffer; readonly whole: unknown }> {
  if (typeof payload === 'string' || Buffer.isBuffer(payload))
    return { start: Buffer.from(payload), whole: payload }
  if (!(payload instanceof Readable)) return { start: Buffer.alloc(0), whole: payload }
  const chunks: Buffer[] = []
  let size = 0
  const parts: AsyncIterator<unknown> = payload[Symbol.asyncIterator]()
  while (size <= longestAnswer) {
    const part = await parts.next().catch(() => undefined)
    // The body has broken off, and the proxy has already destroyed the response.
    if (part === undefined) return { start: Buffer.alloc(0), whole: '' }
    if (part.done === true) {
      const all = Buffer.concat(chunks)
      return { start: all, whole: all }
    }
    const chunk = Buffer.from(part.value instanceof Uint8Array ? part.value : String(part.value))
    size += chunk.length
    chunks.push(chunk)
  }
  return { start: Buffer.alloc(0), whole: Readable.from(followUp(chunks, parts)) }
}

async function* followUp(chunks: readonly Buffer[], parts: AsyncIterator<unknown>): AsyncGenerator<unknown> {
  yield* chunks
  for (;;) {
    const part = await parts.next()
    if (part.done === true) return
    yield part.value
  }
}

/** Listens to the body once another consumer reads it, without delaying or consuming the data. */
export function listenToName(body: Readable): () => string | undefined {
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: unknown) => {
    const part = Buffer.from(chunk instanceof Uint8Array ? chunk : String(chunk))
    size += part.length
    if (size <= longestBody) chunks.push(part)
    else chunks.length = 0
  }
  const join = (event: string | symbol) => {
    if (event !== 'data') return
    body.off('newListener', join)
    body.on('data', take)
  }
  body.on('newListener', join)
  return () => (size > longestBody ? undefined : readName(Buffer.concat(chunks).toString('utf8')))
}

/**
 * Returns the username of a flat object without repeated names: for repeated names, it is not known which one the
 * broker uses.
 */
function readName(text: string): string | undefined {
  const parsed = parseWith(v.looseObject(nameSchema.entries), text)
  if (parsed === undefined) return undefined
  const colons = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '').split(':').length - 1
  return colons === Object.keys(parsed).length ? parsed.username : undefined
}

function parseWith<const S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return parsed.success ? parsed.output : undefined
}
