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
  /** The part of the answer that this form edits. */
  readonly pickDocument: (answer: ResponseOf<R>) => ApiDocument
  /** Where that part stands in the request: `mqtt`. */
  readonly place?: string
  readonly writes: W
  /** Always the complete object: `answer` is what the broker has at that moment. */
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
  /** Why nothing may be changed, beyond what this person may. */
  readonly lockedReason?: (answer: ResponseOf<R>) => string | undefined
  readonly arranged?: FormLayoutProps['arranged']
  readonly beside?: FormLayoutProps['beside']
}

/** A change of somebody else is seen while one edits, not only when it is applied. */
const pollSeconds = 10

/**
 * Settings of the broker as a form: read, edited, reviewed, written whole, read back. Just before writing they are read
 * once more: what somebody else changed meanwhile is shown instead of overwritten.
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
      // Until it has been read back the form would fall back to what was there before.
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

/** With the defaults of the connected broker, where it tells them; undefined until it has answered. */
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

/** The size of a form before its settings are there. */
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
