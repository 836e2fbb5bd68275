import { useEffect, useMemo, useRef } from 'react'
import { holdRefreshes } from '#api/connection.ts'
import { whyNoWrite } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { newDocument } from '#kit/form/document.ts'
import type { Section } from '#kit/form/field.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument, FormSpec } from '#kit/form/shell/form-spec.ts'
import { useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { classNames } from '#lib/class-names.ts'
import type { Address } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/states.tsx'
import classes from './managed-create-page.module.css'
import type { ManagedResource } from './managed-resource.ts'
import { managed as m } from './messages.ts'
import { StepPanel } from './step-panel.tsx'

/** One kind of a resource that can be created. Each kind exists at most once, under the kind's ID. */
interface ManagedKind {
  readonly id: string
  readonly label: string
  /** The purpose of the kind, in a sentence. */
  readonly about: string
  readonly sections: readonly Section[]
  /** The initial values of a new item, where the broker has no default. */
  readonly initial: ApiDocument
  readonly isEnterprise?: boolean
}

/** The groups of kinds that are chosen in two steps: first the group, then the kind. */
interface KindGroups<Kind> {
  /** The name of the step. */
  readonly title: string
  readonly cards: readonly { readonly id: string; readonly label: string; readonly about: string }[]
  readonly toGroup: (kind: Kind) => string
  /** The reason why a group cannot be chosen if all of its kinds exist already. */
  readonly allAdded: string
}

interface Choice {
  readonly group?: string | undefined
  readonly kind?: string | undefined
}

interface ManagedCreatePageProps<Item, Name extends string, Kind extends ManagedKind> {
  readonly resource: ManagedResource<Item, Name>
  /** The choice in the URL. */
  readonly choice: Choice
  /** Returns the address of a step. Each step has its own address, so that the browser's back button works. */
  readonly toChoiceAddress: (choice: Choice) => Address
  readonly kinds: readonly Kind[]
  /** The name of the step in which a kind is chosen. */
  readonly kindTitle: string
  readonly groups?: KindGroups<Kind>
  readonly write: (kind: Kind) => Pick<FormSpec, 'plan' | 'apply' | 'cautions'>
  readonly preview?: (kind: Kind, settings: ApiDocument) => ReturnType<NonNullable<FormSpec['preview']>>
  readonly words: {
    readonly title: string
    readonly created: string
    /** The reason why a kind cannot be chosen that exists already. */
    readonly added: string
    readonly impact: (items: readonly Item[]) => string
  }
}

const all = { page: 1, limit: 1000 } as const

/** Shows the steps of creating an item: the choice of its kind, then its settings. */
export function ManagedCreatePage<Item, Name extends string, Kind extends ManagedKind>(
  props: ManagedCreatePageProps<Item, Name, Kind>,
) {
  const { resource, words } = props
  // Each kind exists at most once, so one page of this size contains all items.
  const { items, query } = resource.list.useItems(all, {})
  return (
    <Page title={words.title} breadcrumbs={[{ to: resource.address, label: resource.words.title }]}>
      {items !== undefined && <Steps {...props} items={items} />}
      {items === undefined && query.problem !== undefined && (
        <ErrorState {...query.problem} onRetry={query.refetch} isRetrying={query.isFetching} />
      )}
    </Page>
  )
}

/** A kind, with the reason if it cannot be chosen. */
interface Offer<Kind> {
  readonly kind: Kind
  readonly isAdded: boolean
  readonly reason: string | undefined
}

interface StepsProps<Item, Name extends string, Kind extends ManagedKind>
  extends ManagedCreatePageProps<Item, Name, Kind> {
  readonly items: readonly Item[]
}

function Steps<Item, Name extends string, Kind extends ManagedKind>(props: StepsProps<Item, Name, Kind>) {
  const { resource, choice, toChoiceAddress, kinds, kindTitle, groups, items, words } = props
  const goTo = useGo()
  const go = (to: Choice) => void goTo(toChoiceAddress(to))
  const toList = () => void goTo(resource.address)
  const offers = listOffers(kinds, new Set(items.map(resource.toId)), words.added)
  const group = groups?.cards.find(({ id }) => id === choice.group)
  const inGroup = (id: string) => offers.filter(({ kind }) => groups?.toGroup(kind) === id)
  const offered = groups === undefined ? offers : group === undefined ? [] : inGroup(group.id)
  const chosen = offered.find(({ kind, reason }) => kind.id === choice.kind && reason === undefined)
  const kind = chosen?.kind
  const ofGroup = groups !== undefined && group !== undefined ? { group: group.id } : {}
  const isChoice = offered.length > 1
  const kindStep = {
    label: kindTitle,
    // A kind with the name of its group is no second choice.
    ...(kind === undefined ? {} : { chosen: kind.label === group?.label ? '—' : kind.label }),
    ...(isChoice && (groups === undefined ? kind : group) !== undefined ? { onBack: () => go(ofGroup) } : {}),
  }
  const groupStep = groups && {
    label: groups.title,
    ...(group === undefined ? {} : { chosen: group.label, onBack: () => go({}) }),
  }
  const steps = [...(groupStep === undefined ? [] : [groupStep]), kindStep, { label: m.configuration }]
  const isGrouping = groups !== undefined && group === undefined
  return (
    <>
      <StepList
        steps={steps}
        current={kind !== undefined ? steps.length - 1 : isGrouping ? 0 : steps.length - 2}
      />
      {groups !== undefined && isGrouping && (
        <StepPanel
          key="group"
          title={groups.title}
          cards={groups.cards.map(({ id, label, about }) => ({
            value: id,
            label,
            about,
            reason: explainNoOffer(inGroup(id), groups.allAdded),
            isAdded: inGroup(id).every(({ isAdded }) => isAdded),
          }))}
          back={<Button onClick={toList}>{m.cancel}</Button>}
          onNext={(id) => {
            const [only, ...more] = inGroup(id)
            const isOnly = only !== undefined && more.length === 0
            go({ group: id, ...(isOnly ? { kind: only.kind.id } : {}) })
          }}
        />
      )}
      {!isGrouping && kind === undefined && (
        <StepPanel
          key="kind"
          title={kindTitle}
          cards={offered.map(({ kind: one, isAdded, reason }) => ({
            value: one.id,
            label: one.label,
            about: one.about,
            isAdded,
            reason,
          }))}
          back={
            groups === undefined ? (
              <Button onClick={toList}>{m.cancel}</Button>
            ) : (
              <Button onClick={() => go({})}>{m.back}</Button>
            )
          }
          onNext={(id) => go({ ...ofGroup, kind: id })}
        />
      )}
      {kind !== undefined && <SettingsForm key={kind.id} {...props} kind={kind} />}
    </>
  )
}

/** Returns the kinds that can be offered, with the reason for those that cannot be chosen. */
function listOffers<Kind extends ManagedKind>(
  kinds: readonly Kind[],
  added: ReadonlySet<string>,
  whyAdded: string,
): readonly Offer<Kind>[] {
  const isEnterprise = editionNumber(currentSession()?.edition ?? '') === 1
  return kinds.map((kind) => {
    const isAdded = added.has(kind.id)
    const isMissing = kind.isEnterprise === true && !isEnterprise
    return { kind, isAdded, reason: isAdded ? whyAdded : isMissing ? m.enterpriseReason : undefined }
  })
}

/** Returns the reason why no kind of a group can be chosen; undefined if at least one can. */
function explainNoOffer(offers: readonly Offer<ManagedKind>[], allAdded: string): string | undefined {
  if (offers.some(({ reason }) => reason === undefined)) return undefined
  if (offers.length === 1) return offers[0]?.reason
  return offers.every(({ isAdded }) => isAdded) ? allAdded : m.enterpriseReason
}

interface SettingsFormProps<Item, Name extends string, Kind extends ManagedKind>
  extends StepsProps<Item, Name, Kind> {
  readonly kind: Kind
}

/** Shows the last step: the settings of the chosen kind. */
function SettingsForm<Item, Name extends string, Kind extends ManagedKind>(
  props: SettingsFormProps<Item, Name, Kind>,
) {
  const { resource, kind, items, write, preview, words } = props
  // Refreshes are held until the page is left, because the page would otherwise report that the item exists already.
  useEffect(holdRefreshes, [])
  const go = useGo()
  const document = useMemo(() => ({ ...newDocument(kind.sections), ...kind.initial }), [kind])
  return (
    <FormLayout
      createLabel={words.title}
      appliedMessage={words.created}
      plan={{
        ...write(kind),
        sections: kind.sections,
        document,
        isNew: true,
        impact: () => words.impact(items),
        ...(preview === undefined ? {} : { preview: (settings) => preview(kind, settings) }),
        isConfiguration: true,
        lockedReason: whyNoWrite(),
        onApplied: () => {
          void go(resource.address)
        },
      }}
    />
  )
}

interface Step {
  readonly label: string
  readonly chosen?: string | undefined
  /** Returns to this step to change the choice. */
  readonly onBack?: (() => void) | undefined
}

interface StepListProps {
  readonly steps: readonly Step[]
  /** The index of the current step, counted from 0. */
  readonly current: number
}

/** Shows the steps with the choices made so far. */
function StepList({ steps, current }: StepListProps) {
  const step = useRef<HTMLLIElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    // The focused element disappeared with its step, so the focus moves to the new step, which is then announced.
    step.current?.focus()
  }, [current])
  return (
    <ol className={classes['steps']} aria-label={m.steps}>
      {steps.map(({ label, chosen, onBack }, at) => (
        <li
          key={label}
          ref={at === current ? step : undefined}
          tabIndex={at === current ? -1 : undefined}
          className={classNames(classes['step'], at === current && classes['current'])}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className={classes['number']} aria-hidden>
            {at + 1}
          </span>
          {onBack !== undefined && at < current ? (
            <button type="button" className={classes['back']} onClick={onBack}>
              {label}
            </button>
          ) : (
            <span>{label}</span>
          )}
          {chosen !== undefined && <span className={classes['chosen']}>{chosen}</span>}
        </li>
      ))}
    </ol>
  )
}
