import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { schemas } from '@brokerdeck/contract/settings/schemas.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { describeError } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { withBrokerDefaults } from '#kit/form/broker-defaults.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import { FormLayout, type FormLayoutProps } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument, FormImpact, FormOutcome, FormSpec } from '#kit/form/shell/form-spec.ts'
import { Panel } from '#ui/panel.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import type { BeforeWrite } from './ask-before-save.ts'
import classes from './form-skeleton.module.css'
import { endpointForm as m } from './messages.ts'
import { toFormOutcome, type WriteOptions, writePlan } from './write-plan.ts'

const rows = [0, 1, 2, 3, 4]

interface EndpointFormProps<R extends Endpoint, W extends Endpoint> {
  readonly sections: readonly Section[] | ((answer: ResponseOf<R>) => readonly Section[])
  readonly reads: R
  readonly given: RequestOf<R>
  /** Returns the part of the response that this form edits. */
  readonly pickDocument: (answer: ResponseOf<R>) => ApiDocument
  /** The place of that part in the request: `mqtt`. */
  readonly place?: string
  readonly writes: W
  /** Returns the complete object to write: `answer` is the broker's current response. */
  readonly toRequest: (document: ApiDocument, answer: ResponseOf<R>) => RequestOf<W>
  readonly impact?: (document: ApiDocument, before: ApiDocument) => FormImpact
  readonly preview?: FormSpec['preview']
  readonly check?: FormSpec['check']
  readonly settled?: FormSpec['settled']
  readonly cautions?: FormSpec['cautions']
  readonly onApplied?: (document: ApiDocument) => void
  readonly isConfiguration?: boolean
  readonly hasDefaults?: boolean
  readonly appliedMessage?: string
  readonly timeoutMs?: number
  readonly findFaults?: (words: string) => readonly FormFault[]
  readonly placeFaults?: WriteOptions<W>['placeFaults']
  readonly beforeWrite?: BeforeWrite<ResponseOf<R>>
  readonly around?: WriteOptions<W>['around']
  readonly afterRefusal?: WriteOptions<W>['afterRefusal']
  /** Returns the reason why nothing may be changed, apart from the user's permissions. */
  readonly lockedReason?: (answer: ResponseOf<R>) => string | undefined
  readonly arranged?: FormLayoutProps['arranged']
  readonly beside?: FormLayoutProps['beside']
}

/** Polling shows changes of other users while the form is edited, not only when it is applied. */
const pollSeconds = 10

/**
 * Edits settings of the broker as a form: they are read, edited, reviewed, written as a whole, and read back. They
 * are read once more before writing, so that changes of other users are shown instead of overwritten.
 */
export function EndpointForm<R extends Endpoint, W extends Endpoint>(props: EndpointFormProps<R, W>) {
  const { reads, given, pickDocument, writes, toRequest, timeoutMs } = props
  const client = useQueryClient()
  const options = read(reads, given, { pollSeconds })
  const { data: answer, error, refetch, isFetching } = useQuery(options)
  const sections = useSections(props, answer)
  if (answer === undefined || sections === undefined) {
    return error === null ? (
      <FormSkeleton />
    ) : (
      <Panel label={m.settings}>
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Panel>
    )
  }
  const plan = (current: ResponseOf<R>) =>
    writePlan(writes, {
      toRequest: (document) => toRequest(document, current),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      findFaults: props.findFaults,
      placeFaults: props.placeFaults,
      beforeWrite: (document) => props.beforeWrite?.(document, pickDocument(current), current),
      around: props.around,
      afterRefusal: props.afterRefusal,
    })
  const apply = async (document: ApiDocument): Promise<FormOutcome> => {
    try {
      const now = await request(reads, given)
      if (JSON.stringify(pickDocument(now)) !== JSON.stringify(pickDocument(answer))) {
        client.setQueryData(options.queryKey, now)
        return { kind: 'refused', title: m.changedMeanwhile, fields: [] }
      }
      const outcome = await plan(now).apply(document)
      // The settings are read back first, because the form would otherwise return to the previous values.
      await client.refetchQueries({ queryKey: options.queryKey }, { cancelRefetch: false })
      return outcome
    } catch (failure) {
      return toFormOutcome(failure)
    }
  }
  return (
    <FormLayout
      plan={{
        sections,
        document: pickDocument(answer),
        plan: plan(answer).plan,
        apply,
        isConfiguration: props.isConfiguration ?? true,
        lockedReason: whyNoWrite() ?? props.lockedReason?.(answer),
        ...(props.place === undefined ? {} : { place: props.place }),
        ...(props.impact === undefined ? {} : { impact: props.impact }),
        ...(props.preview === undefined ? {} : { preview: props.preview }),
        ...(props.check === undefined ? {} : { check: props.check }),
        ...(props.settled === undefined ? {} : { settled: props.settled }),
        ...(props.cautions === undefined ? {} : { cautions: props.cautions }),
        ...(props.onApplied === undefined ? {} : { onApplied: props.onApplied }),
      }}
      hasDefaults={props.hasDefaults ?? false}
      arranged={props.arranged}
      beside={props.beside}
      {...(props.appliedMessage === undefined ? {} : { appliedMessage: props.appliedMessage })}
    />
  )
}

/** Returns the sections with the defaults that the connected broker reports; undefined until it has responded. */
function useSections<R extends Endpoint, W extends Endpoint>(
  { sections, reads, place }: Pick<EndpointFormProps<R, W>, 'sections' | 'reads' | 'place'>,
  answer: ResponseOf<R> | undefined,
): readonly Section[] | undefined {
  const isTold = reads.path.startsWith('/configs/')
  const { data, isPending } = useQuery({
    ...read(schemas.get, { params: { name: 'hotconf' } }),
    enabled: isTold,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return useMemo(() => {
    if (answer === undefined || (isTold && isPending)) return undefined
    const own = typeof sections === 'function' ? sections(answer) : sections
    return data === undefined ? own : withBrokerDefaults(own, data, reads.path, place)
  }, [answer, data, isPending, isTold, place, reads.path, sections])
}

/** A placeholder with the size of a form, shown until its settings are loaded. */
function FormSkeleton() {
  return (
    <div className={classes['grid']}>
      <Panel label={m.loading} padded>
        <div className={classes['fields']} aria-busy="true">
          {rows.map((row) => (
            <div key={row} className={classes['field']}>
              <Skeleton width={120} />
              <Skeleton width="100%" />
            </div>
          ))}
        </div>
      </Panel>
    </div>
  )
}
