import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import * as v from 'valibot'
import { describeError } from '#api/describe-problem.ts'
import { problemOf, unlessGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { refreshedAfter } from '#api/written.ts'
import { runBulk } from '#lib/run-bulk.ts'
import type { ConfigDocument } from '../configuration/masked-config.ts'
import { promotion as m } from '../messages/promote.ts'
import { compareSides } from './compare-sides.ts'
import { bodyBefore, bodyOf, nameOf, requestOf, type Step, type Typed } from './promotion-plan.ts'
import { readOne } from './read-side.ts'

/** What came of one request. */
export interface Entry {
  readonly step: Step
  /** RFC 3339. */
  readonly at: string
  readonly method: string
  readonly path: string
  readonly isUndo: boolean
  /** `differs`: it was taken, and what was read back is not what was sent. `unknown`: no answer came, or it could not be read back. */
  readonly outcome: 'done' | 'differs' | 'refused' | 'unknown' | 'not-sent'
  /** Fields that differ, or why it was refused. */
  readonly message?: string
}

interface Run {
  readonly steps: readonly Step[]
  readonly stopsAtFirst: boolean
  readonly signal: AbortSignal
  readonly onEntry: (entry: Entry) => void
}

/** One after the other, in the order of the plan. Each is read back. */
export function applySteps(run: Run, typed: Typed): Promise<void> {
  return inOrder(run, {
    isUndo: false,
    write: async (step) => {
      const body = bodyOf(step, typed)
      await refuseChanged(step)
      return step.deed === 'create' ? create(step, body) : change(step, body)
    },
    wanted: ({ after }) => after,
  })
}

/** The other way round: what was made is deleted, what was changed becomes what it was. */
export function undoSteps(run: Run): Promise<void> {
  return inOrder(
    { ...run, steps: run.steps.toReversed() },
    {
      isUndo: true,
      write: (step) =>
        step.before === undefined ? unlessGone(remove(step)) : change(step, bodyBefore(step)),
      wanted: ({ before }) => before,
    },
  )
}

interface Direction {
  readonly isUndo: boolean
  readonly write: (step: Step) => Promise<unknown>
  /** What should be there afterwards. */
  readonly wanted: (step: Step) => ConfigDocument | undefined
}

async function inOrder(run: Run, direction: Direction): Promise<void> {
  const { steps, stopsAtFirst, onEntry } = run
  const controller = new AbortController()
  const stop = () => controller.abort()
  run.signal.addEventListener('abort', stop)
  const told = new Set<Step>()
  const tell = (step: Step, outcome: Entry['outcome'], message?: string) => {
    told.add(step)
    const { isUndo } = direction
    onEntry({
      ...{ step, isUndo, outcome, at: new Date().toISOString() },
      ...(isUndo ? undoRequest(step) : requestOf(step)),
      ...(message === undefined ? {} : { message }),
    })
  }
  await refreshedAfter(() =>
    runBulk({
      items: steps,
      concurrency: 1,
      signal: controller.signal,
      onProgress: ({ failures }) => stopsAtFirst && failures.length > 0 && controller.abort(),
      // What was sent is waited for, whoever pressed Stop: it may have been done.
      run: async (step) => {
        try {
          await direction.write(step)
        } catch (error) {
          tell(step, isRefused(error) ? 'refused' : 'unknown', wordsOf(error))
          throw error
        }
        try {
          const differing = await differingFields(step, direction.wanted(step))
          if (differing.length === 0) tell(step, 'done')
          else tell(step, 'differs', differing.join(', '))
        } catch (error) {
          tell(step, 'unknown', wordsOf(error))
        }
      },
    }),
  )
  for (const step of steps) if (!told.has(step)) tell(step, 'not-sent')
  run.signal.removeEventListener('abort', stop)
}

/** Somebody else was faster: nothing was sent. */
class ChangedSince extends Error {}

async function refuseChanged(step: Step): Promise<void> {
  const fields = await differingFields(step, step.before)
  if (fields.length > 0) throw new ChangedSince(m.changedSince(fields.join(', ')))
}

/** Whether the broker took nothing, because it said so or because nothing was sent. */
function isRefused(error: unknown): boolean {
  const kind = problemOf(error)?.kind ?? ''
  return (
    error instanceof ChangedSince ||
    v.isValiError(error) ||
    ['rejected', 'unauthorized', 'expired', 'unsendable', 'unaddressable'].includes(kind)
  )
}

function wordsOf(error: unknown): string {
  if (error instanceof ChangedSince) return error.message
  const { title, detail = title } = describeError(error)
  return detail
}

/** Reads back; the paths that are not as they should be, or the name of the thing. */
async function differingFields(step: Step, wanted: ConfigDocument | undefined): Promise<readonly string[]> {
  const now = await readOne(step.kind, step.id)
  if (wanted === undefined) return now === undefined ? [] : [step.id]
  const there = [{ id: step.id, settings: wanted }]
  const [found] = compareSides(now === undefined ? [] : [now], there, true)
  if (found?.here === undefined) return [step.id]
  return found.differences.map(({ path }) => path)
}

function undoRequest(step: Step): { readonly method: string; readonly path: string } {
  const { path } = requestOf({ ...step, deed: 'change' })
  return { method: step.before === undefined ? 'DELETE' : 'PUT', path }
}

/** A file may hold anything. */
const ruleBody = (settings: ConfigDocument) => v.parse(rules.create.body.document, settings)

const resources = { connectors, actions, sources }

function create(step: Step, settings: ConfigDocument): Promise<unknown> {
  const { kind, id } = step
  if (kind === 'rules') return request(rules.create, { body: { ...ruleBody(settings), id } })
  const { type = '', name = '' } = nameOf(step)
  return request(resources[kind].create, { body: { ...settings, type, name } })
}

function change({ kind, id }: Step, settings: ConfigDocument): Promise<unknown> {
  if (kind === 'rules') return request(rules.update, { params: { id }, body: ruleBody(settings) })
  return request(resources[kind].update, { params: { id }, body: { ...settings } })
}

function remove({ kind, id }: Step): Promise<unknown> {
  const params = { id }
  switch (kind) {
    case 'rules':
      return request(rules.remove, { params })
    case 'connectors':
      return request(connectors.remove, { params })
    case 'actions':
      return request(actions.remove, { params, query: {} })
    case 'sources':
      return request(sources.remove, { params, query: {} })
  }
}
