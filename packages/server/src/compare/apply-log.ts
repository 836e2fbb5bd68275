import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { NotSentError } from '@brokerdeck/console/compare/changed-since.ts'
import { type Comparable, kinds } from '@brokerdeck/console/compare/compare-sides.ts'
import { mapTexts, maskAt } from '@brokerdeck/console/compare/map-texts.ts'
import { maskConfig } from '@brokerdeck/console/compare/masked-config.ts'
import type { Step } from '@brokerdeck/console/compare/promotion-plan.ts'
import type { Entry } from '@brokerdeck/console/compare/send-in-order.ts'
import * as v from 'valibot'
import { printable, withoutSecrets } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'

const document = v.record(v.string(), v.unknown())
const paths = v.array(v.string())
const outcomeNames = ['done', 'differs', 'refused', 'unknown', 'left', 'not-sent'] as const
const number = v.pipe(v.number(), v.integer(), v.minValue(0))

const headSchema = v.object({ what: v.literal('apply'), version: v.literal(1), cluster: v.string() })
const stepSchema = v.object({
  what: v.literal('step'),
  number,
  id: v.string(),
  kind: v.picklist(kinds),
  deed: v.picklist(['create', 'change', 'enable', 'delete']),
  before: v.nullable(document),
  after: document,
  removed: paths,
  toType: paths,
  referred: paths,
  chain: v.optional(paths),
  secretFile: v.optional(v.string()),
})
const sendSchema = v.object({ what: v.literal('send'), number, isUndo: v.boolean() })
const cameSchema = v.object({
  what: v.literal('came'),
  number,
  isUndo: v.boolean(),
  outcome: v.picklist(outcomeNames),
  found: v.optional(v.nullable(v.object({ settings: document, writtenAt: v.optional(v.unknown()) }))),
})
const lineSchema = v.variant('what', [headSchema, stepSchema, sendSchema, cameSchema])

/** The maximum size of a log, in bytes: 500 steps, each with three documents, take less. */
const longestLog = 64 * 1024 * 1024

export interface ApplyLog {
  /** Records that a step is sent; the record is on disk when the method returns. */
  readonly send: (step: Step, isUndo: boolean) => void
  readonly came: (entry: Entry) => void
  readonly close: () => void
}

interface Opened {
  readonly steps: readonly Step[]
  /** The secrets that no line may contain. */
  readonly values: readonly string[]
}

function writeLines(path: string, flags: 'ax' | 'a') {
  let file: number
  try {
    file = openSync(path, flags, 0o600)
  } catch (error) {
    const code = explainFault(error)
    const reason =
      code === 'EEXIST' ? 'is there already and is not written over' : `cannot be written: ${code}`
    throw new StartError('BAD_LOG', `nothing was sent: the log ${JSON.stringify(path)} ${reason}`)
  }
  /** Removes an incomplete line. */
  const cut = (bytes: number) => ftruncateSync(file, bytes)
  const write = (line: object) => {
    const { size } = fstatSync(file)
    try {
      writeFileSync(file, `${JSON.stringify(line)}\n`)
      fdatasyncSync(file)
    } catch (error) {
      // The next line would be appended to this incomplete one, so it is removed.
      cut(size)
      throw error
    }
  }
  return { write, cut, close: () => closeSync(file) }
}

function logTo({ write, close }: ReturnType<typeof writeLines>, { steps, values }: Opened): ApplyLog {
  const discreet = (text: string) => withoutSecrets(text, values)
  return {
    send: (step, isUndo) => write({ what: 'send', number: steps.indexOf(step), isUndo, at: now() }),
    came: ({ step, isUndo, at, method, path, outcome, message, found }) => {
      const said = message === undefined ? {} : { message: discreet(message) }
      const line = { what: 'came', number: steps.indexOf(step), isUndo, at, method, path, outcome, ...said }
      write(found === undefined ? line : { ...line, found: found && maskRequest(found, step, discreet) })
    },
    close,
  }
}

const now = () => new Date().toISOString()

function maskRequest(
  { settings, writtenAt }: Omit<Comparable, 'id'>,
  step: Step,
  discreet: (text: string) => string,
) {
  const shown = maskConfig(maskAt(settings, step.referred ?? [])).document
  return { settings: mapTexts(shown, (_, text) => discreet(text)), writtenAt }
}

/** Creates a new log with the whole plan. Only its owner may read it. */
export function startApplyLog(
  path: string,
  { cluster, from, ...opened }: Opened & { readonly cluster: string; readonly from: string },
): ApplyLog {
  const lines = writeLines(path, 'ax')
  try {
    writePlan(lines, { cluster, from, ...opened })
    const folder = openSync(dirname(path), 'r')
    fsyncSync(folder)
    closeSync(folder)
  } catch (error) {
    lines.close()
    rmSync(path, { force: true })
    throw new StartError('BAD_LOG', `nothing was sent: the log cannot be written: ${explainFault(error)}`)
  }
  return logTo(lines, opened)
}

/** Returns the reason why a log cannot be written. */
function explainFault(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : printable(String(error))
}

function writePlan(
  lines: Pick<ReturnType<typeof writeLines>, 'write'>,
  { cluster, from, ...opened }: Opened & { readonly cluster: string; readonly from: string },
): void {
  lines.write({ what: 'apply', version: 1, at: now(), cluster, from })
  const discreet = (text: string) => withoutSecrets(text, opened.values)
  for (const [at, step] of opened.steps.entries()) {
    const { kind, id, deed, after, before, removed, toType, chain, secretFile, referred = [] } = step
    const was = before === undefined ? null : maskRequest({ settings: before }, step, discreet).settings
    const planned = { kind, id, deed, before: was, after, removed, toType, referred, chain, secretFile }
    lines.write({ what: 'step', number: at, ...planned })
  }
}

export interface GuardedLog extends ApplyLog {
  /** Returns the reason why the log could not be written; undefined if it could. */
  readonly findFault: () => string | undefined
}

/**
 * Guards a log: its first error calls `stop`. No request is sent that the log does not contain, and the results of
 * requests that were sent are still reported.
 */
export function guardLog({ send, came, close }: ApplyLog, stop: () => void): GuardedLog {
  let fault: string | undefined
  const note = (error: unknown) => {
    fault ??= explainFault(error)
    stop()
    return fault
  }
  return {
    send: (step, isUndo) => {
      try {
        send(step, isUndo)
      } catch (error) {
        throw new NotSentError(`Nothing was sent: the log cannot be written: ${note(error)}`)
      }
    },
    came: (entry) => {
      try {
        came(entry)
      } catch (error) {
        note(error)
      }
    },
    close,
    findFault: () => fault,
  }
}

/** Continues a log behind its complete lines; `steps` are the steps of the log. */
export function resumeApplyLog(path: string, wholeBytes: number, steps: readonly Step[]): ApplyLog {
  const lines = writeLines(path, 'a')
  try {
    lines.cut(wholeBytes)
  } catch (error) {
    lines.close()
    throw new StartError('BAD_LOG', `nothing was sent: the log cannot be written: ${explainFault(error)}`)
  }
  return logTo(lines, { steps, values: [] })
}

export interface LoggedStep {
  readonly step: Step
  /** The object as it was read back; undefined if that is not known. */
  readonly made: Comparable | null | undefined
  readonly isUndoable: boolean
}

/** Reads a log. An incomplete last line is ignored. */
export async function readApplyLog(path: string): Promise<{
  readonly cluster: string
  readonly steps: readonly LoggedStep[]
  readonly wholeBytes: number
}> {
  const refuse = (reason: string) =>
    new StartError('BAD_LOG', `nothing was sent: the log ${JSON.stringify(path)} ${reason}`)
  const read = await readLog(path, refuse)
  const whole = read.slice(0, read.lastIndexOf('\n') + 1)
  const lines = whole.split('\n').slice(0, -1).map(parseLine)
  const [head, ...rest] = lines
  if (head?.what !== 'apply') throw refuse('was made by no brokerdeck apply')
  const wrong = rest.findIndex((line) => line === undefined || line.what === 'apply')
  if (wrong >= 0) throw refuse(`cannot be read: line ${wrong + 2}`)
  const found = rest.filter((line) => line !== undefined)
  const steps = found.flatMap((line) => (line.what === 'step' ? [line] : []))
  if (steps.some((step, at) => step.number !== at)) throw refuse('does not hold its steps in order')
  return {
    cluster: head.cluster,
    wholeBytes: Buffer.byteLength(whole),
    steps: steps.map(({ number: at, before, ...rest }) => {
      const { kind, id, deed, after, removed, toType, referred, chain, secretFile } = rest
      const step: Step = {
        kind,
        id,
        deed,
        after,
        removed,
        toType,
        referred,
        before: before ?? undefined,
        ...(chain === undefined ? {} : { chain }),
        ...(secretFile === undefined ? {} : { secretFile }),
        neededBy: undefined,
        kept: [],
        files: [],
      }
      const own = found.flatMap((line) =>
        (line.what === 'send' || line.what === 'came') && line.number === at ? [line] : [],
      )
      const came = own.flatMap((line) => (line.what === 'came' ? [line] : []))
      const isSent = own.some(({ what, isUndo }) => what === 'send' && !isUndo)
      const isRefused = came.some(
        ({ isUndo, outcome }) => !isUndo && ['refused', 'not-sent'].includes(outcome),
      )
      // A created object may have been removed again, because an object that depends on it was refused.
      const isUndone = came.findLast(({ isUndo }) => isUndo)?.outcome === 'done'
      const isUndoSent = own.some(({ what, isUndo }) => what === 'send' && isUndo)
      const readBack = came.find(({ isUndo }) => !isUndo)?.found
      // If an earlier undo has begun, the object may be in its previous state by now. A key that was created again
      // meanwhile has another ID.
      const isForgotten = isUndoSent && !(kind === 'api-keys' && deed === 'create')
      return {
        step,
        made: isForgotten ? undefined : readBack && { id, ...readBack },
        isUndoable: isSent && !isRefused && !isUndone,
      }
    }),
  }
}

async function readLog(path: string, refuse: (reason: string) => StartError): Promise<string> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) throw refuse('is not there')
  try {
    const { size } = await file.stat()
    if (size > longestLog) throw refuse(`is larger than ${longestLog} bytes`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function parseLine(text: string): v.InferOutput<typeof lineSchema> | undefined {
  try {
    const { success, output } = v.safeParse(lineSchema, JSON.parse(text))
    return success ? output : undefined
  } catch {
    return undefined
  }
}

/** Returns a file name from the cluster and the time. */
export function nameApplyLog(cluster: string): string {
  const { host } = new URL(cluster)
  return `brokerdeck-${printable(host).replaceAll(/[^\w.-]/g, '-')}-${now().replaceAll(/[:.]/g, '')}.jsonl`
}
